//! The answers of the help page: short, each with its formula and its source.

mod english;
mod filipino;

/// Words of the help page.
#[derive(Debug)]
pub struct HelpWords {
    /// Heading.
    pub title: &'static str,
    /// Below it.
    pub lead: &'static str,
    /// Name of the table of contents.
    pub contents: &'static str,
    /// The answers, the same ones in the same order in both languages.
    pub answers: &'static [HelpAnswer],
}

/// A question and its answer.
#[derive(Debug)]
pub struct HelpAnswer {
    /// Anchor; the same in both languages.
    pub id: &'static str,
    /// The question.
    pub question: &'static str,
    /// The answer.
    pub parts: &'static [HelpPart],
}

/// A piece of an answer.
#[derive(Debug)]
pub enum HelpPart {
    /// A paragraph.
    Text(&'static str),
    /// A formula, on its own line.
    Formula(&'static str),
    /// Something to type. `{origin}` stands for this page's own address.
    Code(&'static str),
    /// A list without order.
    List(&'static [&'static str]),
    /// A list to go through from the top.
    Steps(&'static [&'static str]),
    /// Words and what they mean.
    Terms(&'static [(&'static str, &'static str)]),
    /// Where to read more: name and address.
    Source(&'static str, &'static str),
}

/// English.
pub const EN: HelpWords = english::HELP;

/// Filipino.
pub const FIL: HelpWords = filipino::HELP;

#[cfg(test)]
mod tests {
    use super::*;

    /// Shape of an answer, without its words.
    fn shape(answer: &HelpAnswer) -> (&str, Vec<String>) {
        let parts = answer.parts.iter().map(|part| match part {
            HelpPart::Text(_) => "text".to_owned(),
            HelpPart::Formula(_) => "formula".to_owned(),
            // What is typed is the same in every language.
            HelpPart::Code(code) => format!("code {code}"),
            HelpPart::List(items) => format!("list of {}", items.len()),
            HelpPart::Steps(items) => format!("steps {}", items.len()),
            HelpPart::Terms(items) => format!("terms {}", items.len()),
            HelpPart::Source(_, url) => format!("source {url}"),
        });
        (answer.id, parts.collect())
    }

    #[test]
    fn both_languages_answer_the_same_questions_in_the_same_way() {
        let english: Vec<_> = EN.answers.iter().map(shape).collect();
        let filipino: Vec<_> = FIL.answers.iter().map(shape).collect();
        assert_eq!(english, filipino);
    }
}
