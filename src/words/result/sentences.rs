//! A text for each remark, verdict, flag, filter and fact.

use crate::answer::Flag;
use crate::desk::protocol::RowFilter;
use crate::desk::view::{Remark, Verdict};
use crate::record::signature::difference::SignatureError;
use crate::report::sheet::SheetFormat;
use crate::score::OutcomePolicy;
use crate::words::Language;
use crate::words::number::{count, counted, score};

impl Language {
    /// Something found in a run that a reader must know.
    pub fn remark(self, remark: &Remark) -> String {
        match self {
            Self::English => english_remark(remark),
            Self::Filipino => filipino_remark(remark),
        }
    }

    /// The rule for rows without a reply, beside numbers.
    pub fn policy_short(self, policy: OutcomePolicy) -> &'static str {
        match policy {
            OutcomePolicy::Parity => self.pick(
                "Rows without a usable reply count as empty answers.",
                "Binibilang na blangkong sagot ang mga row na walang magagamit na tugon.",
            ),
            OutcomePolicy::Strict => self.pick(
                "Rows without a usable reply are left out.",
                "Hindi kasama ang mga row na walang magagamit na tugon.",
            ),
        }
    }

    /// A file for papers and boards, by its format.
    pub fn sheet_format(self, format: SheetFormat) -> &'static str {
        match format {
            SheetFormat::Markdown => "Markdown",
            SheetFormat::Latex => "LaTeX",
            SheetFormat::Methods => self.pick("Methods paragraph", "Talata ng methods (Ingles)"),
            SheetFormat::EveryEval => "Every Eval Ever (JSON)",
            SheetFormat::EvalResults => "Hugging Face (.eval_results, YAML)",
        }
    }

    /// Why a text is no signature.
    pub fn signature_error(self, error: &SignatureError) -> String {
        match (self, error) {
            (Self::English, SignatureError::None) => {
                "This is no signature: one begins with suite: and ends with program:.".to_owned()
            }
            (Self::Filipino, SignatureError::None) => {
                "Hindi ito signature: nagsisimula iyon sa suite: at nagtatapos sa program:."
                    .to_owned()
            }
            (Self::English, SignatureError::Cut) => {
                "The end of the signature is missing.".to_owned()
            }
            (Self::Filipino, SignatureError::Cut) => "Kulang ang dulo ng signature.".to_owned(),
            (Self::English, SignatureError::Broken { field }) => {
                format!("The signature is damaged at “{field}”.")
            }
            (Self::Filipino, SignatureError::Broken { field }) => {
                format!("May sira ang signature sa “{field}.”")
            }
        }
    }

    /// Which rows a list keeps.
    pub fn row_filter(self, filter: RowFilter) -> &'static str {
        match filter {
            RowFilter::All => self.pick("All rows", "Lahat ng row"),
            RowFilter::Right => self.pick("Right", "Tama"),
            RowFilter::Wrong => self.pick("Wrong", "Mali"),
            RowFilter::Unparsed => self.pick("Unreadable", "Hindi mabasa"),
            RowFilter::Unscored => self.pick("Unscored", "Walang iskor"),
            RowFilter::LenientDiffers => {
                self.pick("Lenient reading differs", "Iba ang maluwag na basa")
            }
            RowFilter::Flagged => self.pick("Flagged", "May dapat tingnan"),
            RowFilter::Truncated => self.pick("Cut off", "Naputol"),
        }
    }

    /// Why a row has its score, in a sentence.
    pub fn verdict_sentence(self, verdict: Verdict) -> &'static str {
        match verdict {
            Verdict::Right => self.pick(
                "The answer that was read is the right one.",
                "Tama ang nabasang sagot.",
            ),
            Verdict::Wrong => self.pick(
                "The answer that was read is not the right one.",
                "Hindi tama ang nabasang sagot.",
            ),
            Verdict::Unreadable => self.pick(
                "No answer could be read out of the reply. The reference counts this as a class of \
                 its own that is always wrong, so it costs more than a wrong label.",
                "Walang sagot na mabasa sa tugon. Itinuturing ito ng reference na sariling class na \
                 laging mali, kaya mas malaki ang bawas nito kaysa sa maling label.",
            ),
            Verdict::Text => self.pick(
                "The reply is scored by the letters and words it shares with the right answer.",
                "Iniskoran ang tugon ayon sa mga titik at salitang kapareho ng sa tamang sagot.",
            ),
            Verdict::Empty => self.pick(
                "The server answered, but without any text. The row is unscored unless such rows \
                 are counted as empty, as SEA-HELM does.",
                "Sumagot ang server pero walang teksto. Walang iskor ang row maliban kung bibilangin \
                 itong blangko, gaya ng SEA-HELM.",
            ),
            Verdict::EmptyBudget => self.pick(
                "The model used up its reply limit thinking and never got to the answer. The row \
                 is unscored unless such rows are counted as empty, as SEA-HELM does. A run for a \
                 model that thinks first allows longer replies.",
                "Naubos sa thinking ang limit ng tugon at hindi na nakarating sa sagot ang model. \
                 Walang iskor ang row maliban kung bibilangin itong blangko, gaya ng SEA-HELM. Mas \
                 mahabang tugon ang pinapayagan ng run para sa model na nag-iisip muna.",
            ),
            Verdict::Refused => self.pick(
                "The model or its provider declined to answer. The row is unscored unless such rows \
                 are counted as empty, as SEA-HELM does.",
                "Tumangging sumagot ang model o ang provider nito. Walang iskor ang row maliban kung \
                 bibilangin itong blangko, gaya ng SEA-HELM.",
            ),
            Verdict::Failed => self.pick(
                "The request failed, so there is no reply. The row is unscored; if this page asked \
                 it, going on with the run asks it again.",
                "Pumalya ang request kaya walang tugon. Walang iskor ang row; kung ang page na ito \
                 ang nagtanong, itatanong ulit ito kapag itinuloy ang run.",
            ),
            Verdict::NotAsked => self.pick(
                "This row has not been asked yet.",
                "Hindi pa naitatanong ang row na ito.",
            ),
        }
    }

    /// What a flag means.
    pub fn flag_sentence(self, flag: Flag) -> &'static str {
        match flag {
            Flag::LetterInWord => self.pick(
                "what was read is the first letter of a longer word, as the A in “Ang”; the reference \
                 takes it all the same.",
                "unang titik lang ng mas mahabang salita ang nabasa, gaya ng A sa “Ang”; tinatanggap \
                 pa rin ito ng reference.",
            ),
            Flag::ChangedMind => self.pick(
                "the reply gives one answer first and another one later.",
                "may isang sagot muna sa tugon, at iba naman sa bandang huli.",
            ),
            Flag::TwoLabels => self.pick(
                "more than one label stands where the answer was read.",
                "higit sa isang label ang nasa pinagbasahan ng sagot.",
            ),
            Flag::OtherLanguage => self.pick(
                "the label is written in the other language, as “Positive” for “Positibo”.",
                "nakasulat ang label sa kabilang wika, gaya ng “Positive” para sa “Positibo.”",
            ),
            Flag::PlaceholderEchoed => self.pick(
                "the reply repeats the placeholder of the prompt instead of filling it.",
                "inulit ng tugon ang placeholder ng prompt sa halip na punan ito.",
            ),
            Flag::LookAlike => self.pick(
                "a letter of another alphabet that only looks like the right one.",
                "titik ito ng ibang alpabeto na kamukha lang ng tamang titik.",
            ),
            Flag::NoTag => self.pick(
                "the reply lacks the word the prompt asks to begin with, so its text itself was read.",
                "wala sa tugon ang salitang ipinauna ng prompt, kaya ang teksto mismo ang binasa.",
            ),
            Flag::ThinkingCut => self.pick(
                "a thinking block at the start was cut off before reading.",
                "pinutol muna ang thinking sa unahan bago binasa.",
            ),
            Flag::ThinkingUnclosed => self.pick(
                "the thinking block never ended; most often the reply limit was used up.",
                "hindi natapos ang thinking; kadalasan, naubos ang limit ng tugon.",
            ),
            Flag::LenientDiffers => self.pick(
                "a patient reader would understand another answer than the reference does.",
                "iba ang maiintindihan ng matiyagang mambabasa kaysa sa nababasa ng reference.",
            ),
        }
    }

    /// How a call ended, by its name in records.
    pub fn outcome(self, id: &str) -> String {
        let known = match id {
            "answered" => self.pick("answered", "nasagot"),
            "truncated" => self.pick(
                "answered, cut off at the reply limit",
                "nasagot, naputol sa limit ng tugon",
            ),
            "empty" => self.pick("answered without text", "sumagot nang walang teksto"),
            "refused" => self.pick("refused", "tumanggi"),
            "failed" => self.pick("no reply", "walang tugon"),
            "not_asked" => self.pick("not asked", "hindi pa natanong"),
            other => return other.to_owned(),
        };
        known.to_owned()
    }

    /// What a fact of a call is called.
    pub fn fact(self, key: &str) -> String {
        let known = match key {
            "status" => "HTTP",
            "finish_reason" => self.pick("Stopped because", "Dahilan ng paghinto"),
            "model" => self.pick("Model that answered", "Model na sumagot"),
            "fingerprint" => self.pick("System fingerprint", "Fingerprint ng system"),
            "served_by" => self.pick("Served by", "Provider na sumagot"),
            "prompt_tokens" => self.pick("Tokens in the prompt", "Mga token sa prompt"),
            "output_tokens" => self.pick("Tokens in the reply", "Mga token sa tugon"),
            "reasoning_tokens" => {
                self.pick("of these for thinking", "sa mga ito, para sa thinking")
            }
            "took_millis" => self.pick("Time (ms)", "Tagal (ms)"),
            "try" => self.pick("Try", "Subok"),
            other => return other.to_owned(),
        };
        known.to_owned()
    }
}

/// Ids in brackets, and how many more there are.
fn listed(ids: &[String], n: usize, more: fn(usize) -> String) -> String {
    let mut text = ids.join(", ");
    if n > ids.len() {
        text.push_str(&more(n - ids.len()));
    }
    text
}

/// `X (6), Y (4)`.
fn with_counts(names: &[(String, usize)]) -> String {
    let with_count = |(name, n_rows): &(String, usize)| format!("{name} ({})", count(*n_rows));
    names.iter().map(with_count).collect::<Vec<_>>().join(", ")
}

fn english_remark(remark: &Remark) -> String {
    let more = |n: usize| format!(" and {} more", count(n));
    match remark {
        Remark::OtherSuite => "The record was made with another version of the prompts, labels or \
                               metrics. All numbers were computed anew here."
            .to_owned(),
        Remark::OtherData { task_id } => {
            format!("{task_id}: the record was made on another version of the rows.")
        }
        Remark::ScoredFromRecord { task_id } => format!(
            "{task_id}: the official rows are not loaded, so the right answers are those in the record."
        ),
        Remark::OtherGold {
            task_id,
            n_rows,
            row_ids,
        } => format!(
            "{task_id}: {} have another right answer in the record than in the official data, which \
             counts: {}.",
            counted(*n_rows, "row", "rows"),
            listed(row_ids, *n_rows, more)
        ),
        Remark::OtherRows {
            task_id,
            n_rows,
            row_ids,
        } => format!(
            "{task_id}: {} of the record bear another id than the row in their place: {}.",
            counted(*n_rows, "reply", "replies"),
            listed(row_ids, *n_rows, more)
        ),
        Remark::OtherScore {
            task_id,
            metric,
            stored,
            ours,
        } => format!(
            "{task_id} {metric}: the record says {}, we get {}. Ours is shown.",
            score(*stored),
            score(*ours)
        ),
        Remark::SeveralServers { served_by } => format!(
            "Behind the address more than one provider answered: {}. The same model may run \
             differently on each, so the numbers may not come out the same again.",
            with_counts(served_by)
        ),
        Remark::RowsLeftOut { n_rows } => format!(
            "{} of the record could not be placed (out of range, repeated, or of an unknown task) and \
             were left out.",
            counted(*n_rows, "row", "rows")
        ),
        Remark::UnknownTask { task_id } => {
            format!("{task_id}: the benchmark has no such task, so it was left out.")
        }
    }
}

fn filipino_remark(remark: &Remark) -> String {
    let more = |n: usize| format!(" at {} pa", count(n));
    match remark {
        Remark::OtherSuite => {
            "Ibang bersiyon ng mga prompt, label, o sukatan ang ginamit sa record. \
                               Kinuwenta ulit dito ang lahat ng numero."
                .to_owned()
        }
        Remark::OtherData { task_id } => {
            format!("{task_id}: ibang bersiyon ng mga row ang ginamit sa record.")
        }
        Remark::ScoredFromRecord { task_id } => format!(
            "{task_id}: hindi naka-load ang opisyal na mga row, kaya ang mga tamang sagot na nasa record \
             ang ginamit."
        ),
        Remark::OtherGold {
            task_id,
            n_rows,
            row_ids,
        } => format!(
            "{task_id}: sa {} row, iba ang tamang sagot sa record kaysa sa opisyal na data, na siyang \
             sinunod: {}.",
            count(*n_rows),
            listed(row_ids, *n_rows, more)
        ),
        Remark::OtherRows {
            task_id,
            n_rows,
            row_ids,
        } => format!(
            "{task_id}: {} tugon sa record ang may ibang id kaysa sa row na nasa puwesto nito: {}.",
            count(*n_rows),
            listed(row_ids, *n_rows, more)
        ),
        Remark::OtherScore {
            task_id,
            metric,
            stored,
            ours,
        } => format!(
            "{task_id} {metric}: {} ang nasa record, {} ang lumabas dito. Ang sa amin ang ipinakikita.",
            score(*stored),
            score(*ours)
        ),
        Remark::SeveralServers { served_by } => format!(
            "Higit sa isang provider ang sumagot sa likod ng address: {}. Maaaring iba-iba ang takbo \
             ng iisang model sa bawat isa, kaya maaaring hindi na maulit ang mga numero.",
            with_counts(served_by)
        ),
        Remark::RowsLeftOut { n_rows } => format!(
            "{} row ng record ang hindi mailagay (lampas sa bilang, naulit, o hindi kilala ang task) \
             kaya hindi isinama.",
            count(*n_rows)
        ),
        Remark::UnknownTask { task_id } => {
            format!("{task_id}: walang ganitong task ang benchmark, kaya hindi ito isinama.")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Language;
    use crate::desk::view::Remark;

    #[test]
    fn many_ids_are_cut_and_counted() {
        let remark = Remark::OtherRows {
            task_id: "SA".into(),
            n_rows: 1234,
            row_ids: vec!["a".into(), "b".into()],
        };
        assert!(
            Language::English
                .remark(&remark)
                .ends_with("place: a, b and 1,232 more.")
        );
        assert!(
            Language::Filipino
                .remark(&remark)
                .ends_with("nito: a, b at 1,232 pa.")
        );
    }
}
