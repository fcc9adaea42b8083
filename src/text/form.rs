//! Composed and decomposed writing of the same letters.
//!
//! Only compares: the references normalise nothing, so no score may see a normalised text.

use unicode_normalization::{UnicodeNormalization, is_nfc};

/// Whether two texts differ, but only in how their letters are composed: `ñ` against `n` and
/// U+0303.
///
/// To a reader they are the same; to the references they are not, and the score falls.
pub fn differs_only_by_unicode_form(left: &str, right: &str) -> bool {
    if left == right || (is_nfc(left) && is_nfc(right)) {
        return false;
    }
    left.nfc().eq(right.nfc())
}

#[cfg(test)]
mod tests {
    use super::differs_only_by_unicode_form;

    #[test]
    fn only_the_form_may_differ() {
        let cases = [
            ("niño", "nin\u{303}o", true),
            ("nin\u{303}o", "niño", true),
            ("niño", "niño", false),
            ("nin\u{303}o", "nin\u{303}o", false),
            ("niño", "nino", false),
            ("nin\u{303}o", "Niño", false),
            ("ng\u{303}a", "ng\u{303}a", false),
            ("\u{212b}", "\u{c5}", true),
            ("ﬁ", "fi", false),
            ("", "", false),
        ];
        for (left, right, want) in cases {
            assert_eq!(
                differs_only_by_unicode_form(left, right),
                want,
                "{left:?} {right:?}"
            );
        }
    }
}
