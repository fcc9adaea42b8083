//! The test vectors of the specification, section 6.0.5, made with the upstream functions.

use sukat::suite::Profile;

use super::{check_parity, rule};

/// Task, reply, what v1 reads, what HEAD reads; `-` is the null label.
const VECTORS: &[(&str, &str, &str, &str)] = &[
    ("CR", "Sagot: A", "A", "A"),
    ("CR", "sagot: b", "B", "B"),
    ("CR", "SAGOT:B.", "B", "B"),
    ("CR", "Sagot: $A", "A", "-"),
    ("CR", "Sagot:\n\nB", "B", "B"),
    ("CR", "A", "A", "A"),
    ("CR", "a.", "A", "A"),
    ("CR", "(B)", "B", "B"),
    ("CR", "B\n", "B", "B"),
    (
        "CR",
        "Sagot: A: Walang laman ang bank account ko.",
        "-",
        "A",
    ),
    ("CR", "Sagot: A\nPaliwanag: ...", "A", "A"),
    ("CR", "Ang sagot ay B", "-", "-"),
    ("CR", "Sagot: Ang tamang sagot ay B", "-", "A"),
    ("CR", "**Sagot:** B", "B", "B"),
    ("CR", "**Sagot: B**", "B", "B"),
    ("CR", "Sagot: $OPTION\nSagot: B", "-", "B"),
    ("CR", "Sagot: AB", "-", "B"),
    ("CR", "Sagot: 0", "-", "-"),
    ("CR", "\"Sagot: B\"", "B", "B"),
    ("CR", "Sagot: \"B\"", "B", "-"),
    ("CR", "Sagot: `B`", "B", "-"),
    ("CR", "Sagot:  B  ", "B", "B"),
    ("CR", "Sagot\u{ff1a}B", "-", "-"),
    ("CR", "", "-", "-"),
    ("CR", "Answer: B", "-", "-"),
    ("CR", "Sagot : B", "-", "-"),
    ("CR", "Sagot: C", "-", "-"),
    ("CR", "Sagot: A o B", "-", "A"),
    ("CR", "Sagot: \u{ff22}", "-", "-"),
    ("CR", "Sagot: _B_", "B", "-"),
    ("CR", "Sagot: B)\u{a0}", "B", "B"),
    ("CR", "Isagot: A", "A", "A"),
    ("SA", "Sagot: Positibo", "Positibo", "Positibo"),
    ("SA", "Sagot: positibo.", "Positibo", "Positibo"),
    ("SA", "Positibo", "Positibo", "Positibo"),
    ("SA", "Sagot: Positive", "-", "-"),
    ("SA", "Sagot: Negatibo ang sentimyento", "-", "Negatibo"),
    ("SA", "Sagot: NEUTRAL", "Neutral", "Neutral"),
    ("SA", "Sagot: *Neutral*", "Neutral", "Neutral"),
    ("SA", "Sagot: Positibo/Negatibo", "-", "Positibo"),
    ("SA", "Ang sentimyento ay Negatibo.", "-", "-"),
    ("TD", "Sagot: Malinis", "Malinis", "Malinis"),
    ("TD", "Sagot: Mapoot\n\nDahil...", "Mapoot", "Mapoot"),
    ("TD", "Mapoot", "Mapoot", "Mapoot"),
    ("TD", "Sagot: Hindi malinis", "-", "-"),
    ("TD", "Sagot: malinis!!", "Malinis", "Malinis"),
    (
        "AS",
        "Buod: Isang pangungusap. Dalawa.",
        "Isang pangungusap. Dalawa.",
        "Isang pangungusap. Dalawa.",
    ),
    ("AS", "buod: isa", "isa", "buod: isa"),
    ("AS", "BUOD: isa", "BUOD: isa", "BUOD: isa"),
    ("AS", "Buod:\n\nIsa.\nDalawa.", "Isa.", "Isa."),
    (
        "AS",
        "Walang tag.\nDalawang linya.",
        "Walang tag.\nDalawang linya.",
        "Walang tag.\nDalawang linya.",
    ),
    (
        "AS",
        "Narito ang buod:\nIsa",
        "Isa",
        "Narito ang buod:\nIsa",
    ),
    ("AS", "**Buod:** Isa.", "** Isa.", "Isa."),
    ("AS", "Buod: $Isa$", "$Isa", "$Isa$"),
    ("AS", "Buod: `Isa.`", "`Isa.`", "Isa.`"),
    ("AS", "Buod:", "", ""),
    ("AS", "", "", ""),
    ("AS", "Buod:$SUMMARY", "SUMMARY", "$SUMMARY"),
    ("AS", "|uod: x", "x", "|uod: x"),
    ("MT-en-tl", "Salin: Kumusta.", "Kumusta.", "Kumusta."),
    ("MT-en-tl", "salin: x", "x", "salin: x"),
    ("MT-en-tl", "Salin:\n```\nKumusta.\n```", "```", "Kumusta."),
    ("MT-en-tl", "Isalin: x", "x", "Isalin: x"),
    (
        "MT-en-tl",
        "Salin: \"Kumusta.\"",
        "\"Kumusta.\"",
        "\"Kumusta.\"",
    ),
    ("MT-en-tl", "Kumusta.", "Kumusta.", "Kumusta."),
];

#[test]
fn every_vector_of_the_specification_is_read_as_upstream_reads_it() {
    assert_eq!(VECTORS.len(), 65);
    for &(task_id, reply, v1, head) in VECTORS {
        // "MT" in the specification: both directions have the same tag.
        let task_ids: &[&str] = match task_id {
            "MT-en-tl" => &["MT-en-tl", "MT-tl-en"],
            _ => &[task_id],
        };
        for task_id in task_ids {
            check_parity(task_id, rule(Profile::V1), reply, v1);
            check_parity(task_id, rule(Profile::Head), reply, head);
        }
    }
}
