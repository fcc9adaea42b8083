//! Replies of an imaginary model to the rows of a task: most right, some wrong, some untidy, some
//! unreadable, some empty. The same on every machine, so that numbers made from them can be
//! compared. Shared by tests and the example `predict`.

use sukat::suite::{Gold, Row, Task};

/// The reply to a row; `None` where the call gave nothing.
pub fn reply(task: &Task, row_idx: usize, row: &Row) -> Option<String> {
    let chance = chance(row_idx);
    match &row.gold {
        Gold::Class(gold) => label_reply(task, *gold, chance),
        Gold::Text(gold) => text_reply(task, gold, row, chance),
    }
}

/// A number in `0..1000` that depends on nothing but the position.
fn chance(row_idx: usize) -> usize {
    (row_idx * 7919 + 104_729) % 1000
}

fn label_reply(task: &Task, gold: usize, chance: usize) -> Option<String> {
    let word = |class: usize| task.labels[class % task.labels.len()].answer.as_str();
    let right = word(gold);
    let wrong = word(gold + 1);
    Some(match chance {
        0..520 => format!("Sagot: {right}"),
        520..650 => format!("Sagot: {wrong}"),
        650..720 => format!("**Sagot:** {}.", right.to_uppercase()),
        720..780 => format!(
            "Pag-isipan natin.\n\nSagot:\n{}\nSalamat!",
            right.to_lowercase()
        ),
        780..830 => right.to_owned(),
        830..870 => format!("Sagot: ({right})"),
        870..900 => format!("Sagot: {wrong}? Hindi. Sagot: {right}"),
        900..930 => format!("Ang tamang sagot ay {right}."),
        930..950 => "Hindi ko po masasagot iyan.".to_owned(),
        950..970 => "Sagot: $OPTION".to_owned(),
        970..985 => String::new(),
        _ => return None,
    })
}

fn text_reply(task: &Task, gold: &str, row: &Row, chance: usize) -> Option<String> {
    let tag = &task.head.answer_tag;
    let source = row.fields.get("text").map_or("", String::as_str);
    let words: Vec<&str> = gold.split(' ').collect();
    Some(match chance {
        0..300 => format!("{tag} {gold}"),
        300..550 => {
            let kept = words.iter().enumerate().filter(|(idx, _)| idx % 5 != 3);
            let kept: Vec<&str> = kept.map(|(_, word)| *word).collect();
            format!("{tag} {}", kept.join(" "))
        }
        550..700 => {
            let turned: Vec<&str> = words.iter().rev().copied().collect();
            format!("Narito po:\n{tag} {}\nSana makatulong!", turned.join(" "))
        }
        700..780 => gold.to_lowercase(),
        780..860 => format!("{tag}\n\n**{gold}**"),
        860..930 => format!("{tag} {source}"),
        930..960 => format!("{tag} \"{gold}\""),
        960..985 => String::new(),
        _ => return None,
    })
}
