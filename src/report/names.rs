//! Names and numbers as tables print them, in English.

use crate::score::{Missing, OutcomePolicy};
use crate::suite::{MetricId, Shots, TemplateLanguage};

/// A score on the scale 0 to 100, with two decimals: `61.05`. A tiny negative shows no sign.
///
/// The only place where a score is rounded.
pub fn score(value: f64) -> String {
    let text = format!("{value:.2}");
    if text == "-0.00" {
        "0.00".to_owned()
    } else {
        text
    }
}

/// Both ends of an interval, one decimal each: `58.1–64.0`.
pub fn interval((low, high): (f64, f64)) -> String {
    format!("{low:.1}–{high:.1}")
}

/// Name of a metric as the papers write it.
pub fn metric(metric: MetricId) -> &'static str {
    match metric {
        MetricId::MacroF1 => "Macro F1",
        MetricId::MacroF1Gold => "Macro F1 (gold classes)",
        MetricId::NullWeightedF1 => "Null-weighted F1",
        MetricId::NormalizedAccuracy => "Normalized accuracy",
        MetricId::BalancedAccuracy => "Balanced accuracy",
        MetricId::PlainAccuracy => "Accuracy",
        MetricId::RougeLF1 => "ROUGE-L",
        MetricId::RougeLPrecision => "ROUGE-L precision",
        MetricId::RougeLRecall => "ROUGE-L recall",
        MetricId::RougeLMean => "ROUGE-L (plain mean)",
        MetricId::ChrfPp => "chrF++",
        MetricId::ChrfPpMean => "chrF++ (mean of rows)",
        MetricId::BertScoreF1 => "BERTScore",
        MetricId::MetricX24 => "MetricX-24",
    }
}

/// Why a number is not there.
pub(super) fn missing(missing: Missing) -> String {
    match missing {
        Missing::NotComputed => "not computed".to_owned(),
        Missing::Incomplete { n_there, n_rows } => {
            format!("only {n_there} of {n_rows} rows have a score")
        }
        Missing::NoRows => "no row has an answer".to_owned(),
    }
}

/// What became of rows without a reply.
pub(super) fn policy(policy: OutcomePolicy) -> String {
    let what = match policy {
        OutcomePolicy::Parity => "count as empty answers",
        OutcomePolicy::Strict => "are left out",
    };
    format!(
        "Rows without a usable reply {what} (policy {}).",
        policy.id()
    )
}

/// `zero-shot`, `five-shot`.
pub(super) fn shots(shots: Shots) -> &'static str {
    match shots {
        Shots::Zero => "zero-shot",
        Shots::Five => "five-shot",
    }
}

/// Language of the instructions.
pub(super) fn language(language: TemplateLanguage) -> &'static str {
    match language {
        TemplateLanguage::Filipino => "Filipino",
        TemplateLanguage::English => "English",
    }
}

/// A text of somebody else in one line: what ends a line or cannot be seen becomes a space.
pub(super) fn one_line(text: &str) -> String {
    let visible = |c: char| {
        let breaks = c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
        if breaks { ' ' } else { c }
    };
    text.chars().map(visible).collect()
}
