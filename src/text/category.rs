//! Classes of characters by Unicode general category.

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

/// The first letter of a character's general category.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// `L*`.
    Letter,
    /// `M*`: accents and the like, which belong to the character before them.
    Mark,
    /// `N*`, `²`, `Ⅳ` and other scripts' digits included.
    Number,
    /// `P*`.
    Punctuation,
    /// `S*`: `₱`, `°`, emoji.
    Symbol,
    /// `Z*`.
    Separator,
    /// `C*`: controls, invisible formatting, private use and unassigned code points.
    Other,
}

/// The class of a character.
pub fn class_of(character: char) -> Class {
    // Most of every text, and the table behind the other arm is a binary search.
    match character {
        'a'..='z' | 'A'..='Z' => return Class::Letter,
        '0'..='9' => return Class::Number,
        ' ' => return Class::Separator,
        _ => {}
    }
    match character.general_category_group() {
        GeneralCategoryGroup::Letter => Class::Letter,
        GeneralCategoryGroup::Mark => Class::Mark,
        GeneralCategoryGroup::Number => Class::Number,
        GeneralCategoryGroup::Punctuation => Class::Punctuation,
        GeneralCategoryGroup::Symbol => Class::Symbol,
        GeneralCategoryGroup::Separator => Class::Separator,
        GeneralCategoryGroup::Other => Class::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::{Class, class_of};

    #[test]
    fn every_class_has_its_characters() {
        let cases = [
            ("aZñﬁ牛カ", Class::Letter),
            ("\u{303}\u{fe0f}\u{20e3}", Class::Mark),
            ("09²½Ⅳ①٣", Class::Number),
            (".-_(“’…¿", Class::Punctuation),
            ("$₱€°©→😀^`", Class::Symbol),
            (" \u{a0}\u{2028}\u{2029}\u{3000}", Class::Separator),
            (
                "\0\t\n\u{1c}\u{85}\u{ad}\u{200b}\u{feff}\u{e000}\u{378}\u{ffff}",
                Class::Other,
            ),
        ];
        for (characters, want) in cases {
            for character in characters.chars() {
                assert_eq!(class_of(character), want, "{character:?}");
            }
        }
    }
}
