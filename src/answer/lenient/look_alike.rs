//! Letters of other scripts that look like Latin ones.

/// The word as it looks, in lower case, if a Greek or Cyrillic letter stands in it.
///
/// `None` for a word without one, and for words of those scripts that look like no Latin word.
pub fn latin(word: &str) -> Option<String> {
    let mut is_foreign = false;
    let latin: Option<String> = word
        .chars()
        .map(|character| {
            if character.is_ascii() {
                return Some(character);
            }
            is_foreign = true;
            shape(character)
        })
        .collect();
    latin.filter(|_| is_foreign)
}

/// The Latin letter a lower-case Greek or Cyrillic one, or its capital, looks like.
fn shape(character: char) -> Option<char> {
    Some(match character {
        'α' | 'а' => 'a',
        'β' | 'в' => 'b',
        'с' | 'ϲ' => 'c',
        'ε' | 'е' => 'e',
        'η' | 'н' | 'һ' => 'h',
        'ι' | 'і' => 'i',
        'κ' | 'к' => 'k',
        'μ' | 'м' => 'm',
        'ν' => 'n',
        'ο' | 'о' => 'o',
        'ρ' | 'р' => 'p',
        'ѕ' => 's',
        'τ' | 'т' => 't',
        'υ' | 'у' => 'u',
        'χ' | 'х' => 'x',
        'ԁ' => 'd',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::latin;

    #[test]
    fn greek_and_cyrillic_letters_are_seen_as_what_they_look_like() {
        let cases = [
            ("α", Some("a")),
            ("с", Some("c")),
            ("роsіtіbо", Some("positibo")),
            ("b", None),
            ("ñ", None),
            ("ж", None),
        ];
        for (word, want) in cases {
            assert_eq!(latin(word).as_deref(), want, "{word}");
        }
    }
}
