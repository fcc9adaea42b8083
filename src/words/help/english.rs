//! The help page in English.

use super::{HelpAnswer, HelpPart, HelpWords};
use HelpPart::{Code, Formula, List, Source, Steps, Terms, Text};

/// All of it.
pub const HELP: HelpWords = HelpWords {
    title: "Help",
    lead: "Short answers: what the numbers mean, why an answer was read as it was, how to reach a \
           server on your own computer, and where your data go.",
    contents: "Questions",
    answers: &[
        HelpAnswer {
            id: "first",
            question: "What does this page do?",
            parts: &[
                Text(
                    "Batayan is a Filipino benchmark: eight tasks, 3,800 rows; translation counts both ways, so nine are listed here. Sukat sends each row’s \
                     prompt to the model you name, reads the answer by the rules of SEA-HELM, the \
                     program its authors use, and computes the scores they print. It all happens in \
                     this tab.",
                ),
                Steps(&[
                    "Load the official rows, once (page Tasks).",
                    "Name the endpoint and the model, try five rows a task, then all of them.",
                    "Read the result; every row can be opened, with prompt, reply and reason.",
                ]),
                Source("The Batayan paper", "https://arxiv.org/abs/2502.14911"),
            ],
        },
        HelpAnswer {
            id: "metrics",
            question: "What do the numbers mean?",
            parts: &[
                Text("All scores go from 0 to 100, higher is better. k is the number of labels."),
                Terms(&[
                    (
                        "Macro F1",
                        "The paper’s number for tasks with labels: the F1 of each label, averaged with \
                         equal weight. F1 of a label = 2 × hits ÷ (rows with this label + answers with \
                         this label).",
                    ),
                    (
                        "Macro F1 (gold classes)",
                        "The same without counting “unreadable” as a label of its own.",
                    ),
                    (
                        "Balanced accuracy",
                        "The share found of each label’s rows, averaged over the labels.",
                    ),
                    (
                        "Normalized accuracy",
                        "SEA-HELM’s number: balanced accuracy, moved so that guessing is 0.",
                    ),
                    (
                        "ROUGE-L",
                        "Summaries: the longest common sequence of words, as F score. The paper’s value is the median of 1,000 resamplings with a fixed seed.",
                    ),
                    (
                        "chrF++",
                        "Summaries and translations: common runs of 1 to 6 characters and 1 to 2 words, counted over all rows together. P is the share of the answer’s runs that the right text has, R the share of the right text’s runs that the answer has.",
                    ),
                    (
                        "BERTScore, MetricX-24",
                        "Need large models of their own and are not computed here. An average that needs them stays empty. MetricX-24 can be brought in on the result’s page, under “Scores from elsewhere”: 100 × max(0, (25 − error) ÷ 25), averaged over the rows.",
                    ),
                ]),
                Formula(
                    "normalized accuracy = 100 × max(0, (balanced accuracy − 1/k) ÷ (1 − 1/k))",
                ),
                Formula("chrF++ = 100 × 5PR ÷ (4P + R)"),
                Source(
                    "SEA-HELM, the reference implementation",
                    "https://github.com/aisingapore/SEA-HELM",
                ),
            ],
        },
        HelpAnswer {
            id: "stray",
            question: "Why does one stray answer cost a third?",
            parts: &[
                Text(
                    "The reference averages F1 over every label that occurs, in the right answers or in \
                     the model’s. An answer it cannot read becomes a label of its own, and that label’s \
                     F1 is always 0. A single one is enough to divide by k + 1 instead of k.",
                ),
                Formula("with one unreadable answer: macro F1 × k ÷ (k + 1)"),
                List(&[
                    "Two labels (paraphrase, toxicity, cause): a third is lost.",
                    "Three labels (sentiment, inference): a quarter.",
                    "Four labels (question answering): a fifth.",
                ]),
                Text(
                    "Sukat computes it the same way, because the published numbers do, and shows beside \
                     it what the score would be without, and how many answers were unreadable.",
                ),
            ],
        },
        HelpAnswer {
            id: "versions",
            question: "v1 or head: which version should I take?",
            parts: &[
                Terms(&[
                    (
                        "v1",
                        "SEA-HELM v1.0.0. Take it to compare with the numbers in the Batayan paper.",
                    ),
                    (
                        "head",
                        "SEA-HELM v1.2.1, with new prompts and another way of reading answers. Take it to compare with today’s leaderboard.",
                    ),
                ]),
                Text(
                    "The two give different scores for the very same answers, so Sukat never mixes them, \
                     and every result says which one it follows.",
                ),
                Text(
                    "Zero-shot is for models trained to follow instructions; five-shot, with five solved \
                     examples in front, is how the paper asks base models.",
                ),
            ],
        },
        HelpAnswer {
            id: "reading",
            question: "How is an answer read?",
            parts: &[
                Text(
                    "The prompt asks for “Sagot: A”. The official reading looks for that tag and takes \
                     what follows, by the exact rules of the reference, quirks included. It alone makes \
                     the official scores.",
                ),
                Text(
                    "Beside it stands a lenient reading: what a patient person would make of the reply. \
                     Where the two differ, the row is flagged. The difference shows how much a model \
                     loses by form alone; it never enters an official number.",
                ),
            ],
        },
        HelpAnswer {
            id: "outcomes",
            question: "What if the model gives no answer?",
            parts: &[
                Text("Every call ends in exactly one of these:"),
                Terms(&[
                    ("answered", "Text came back and is read."),
                    (
                        "cut off",
                        "Text came back, cut off at the reply limit. It is read, and flagged.",
                    ),
                    (
                        "empty",
                        "The call worked, but there was no text. Often a thinking model used up its whole budget: allow more tokens.",
                    ),
                    ("refused", "The model or a filter declined."),
                    ("no reply", "Nothing came back, even after several tries."),
                    (
                        "not asked",
                        "Stopped or interrupted before its turn. Go on, and it will be asked.",
                    ),
                ]),
                Text(
                    "The result of a model asked from here leaves out, at first, the rows that came back \
                     empty, refused or not at all, and their task has no official number. The reference \
                     counts them as empty answers: choose that above the scores to get the numbers it would \
                     print. A file of answers is counted as the reference does from the start. The result \
                     says which was used.",
                ),
            ],
        },
        HelpAnswer {
            id: "part",
            question: "Can I try just a few rows?",
            parts: &[Text(
                "Yes: five or fifty rows a task show quickly whether everything works. Such a result is \
                     marked as a part everywhere, carries a wide interval, and no official average is \
                     made of it. When all is well, start a run over all rows.",
            )],
        },
        HelpAnswer {
            id: "local",
            question: "How do I reach a server on my own machine?",
            parts: &[
                Text(
                    "A page may call another server only if that server allows it. Your browser may also \
                     ask once whether this page may reach your device or your local network: allow it.",
                ),
                Text(
                    "Ollama: start it with this page’s address allowed. Base URL: http://localhost:11434/v1",
                ),
                Code("OLLAMA_ORIGINS={origin} ollama serve"),
                Text("LM Studio: Developer, Server settings, Enable CORS; or:"),
                Code("lms server start --cors"),
                Text("llama.cpp: it usually allows every page. If not:"),
                Code("llama-server --cors-origins {origin} -m model.gguf"),
                Text("vLLM: it usually allows every page. If not:"),
                Code("vllm serve MODEL --allowed-origins '[\"{origin}\"]'"),
                List(&[
                    "TGI: leave the key empty; it refuses pages that send one.",
                    "LocalAI: leave LOCALAI_CORS unset, or set it together with the allowed origins.",
                    "A server on another computer in your network, http://192.168.…: a page on https usually may not call it. Run Sukat from your own computer instead, or give that server https.",
                ]),
            ],
        },
        HelpAnswer {
            id: "unreachable",
            question: "“The browser could not reach the endpoint”: what now?",
            parts: &[
                Text(
                    "The browser does not tell a page why a call failed. Go through these from the top; the \
                     first that fits is usually it.",
                ),
                Steps(&[
                    "Are you offline?",
                    "Is it an http:// address on your network, called from an https page? Browsers block that.",
                    "A server on your computer: is it running (open its address in a new tab), did you say yes to the browser’s question, does the server allow this page (see above)?",
                    "A provider on the internet: does it let web pages call it at all? Some do not. A gateway such as OpenRouter usually does.",
                    "Is the path right? It usually ends in /v1. A wrong path or a refused key can look like this, too.",
                    "Is an ad blocker, a company proxy or an extension in the way?",
                ]),
                Text(
                    "There is always another way: download the prompts (open a task), ask the model with \
                     any tool, and score the file of answers here.",
                ),
            ],
        },
        HelpAnswer {
            id: "key",
            question: "Is my key safe?",
            parts: &[
                Text(
                    "The key is held in this tab’s memory and sent to one place: the address you chose. It is \
                     never part of a link, a record or an export, and gone when you close or reload the tab. \
                     Only if you ask for it is it kept: for the tab, or on this device locked with your \
                     passphrase (AES-GCM, opened by PBKDF2 with 600,000 rounds).",
                ),
                List(&[
                    "Use a key of its own, with a small spending limit, and delete it afterwards.",
                    "A browser extension that may read pages can read a key, too. When in doubt use a private window without extensions.",
                    "A provider sees every prompt you send, and bills you for it.",
                ]),
            ],
        },
        HelpAnswer {
            id: "data",
            question: "Where do my data go?",
            parts: &[Text(
                "They stay in this browser: runs, uploaded files, settings. There is no account, no tracking and \
                     no server behind this page. Four kinds of requests leave the tab: for the page’s own files, \
                     for the official rows (GitHub, when you press Load), to the endpoint you choose, and to a \
                     scoring server, if you name one.",
            )],
        },
        HelpAnswer {
            id: "sharing",
            question: "How do I share or keep a result?",
            parts: &[
                List(&[
                    "Download the record: one JSON file with every reply and all settings. Anyone can open it here under “Score a file” and gets the same numbers.",
                    "Download CSV for a spreadsheet: one line a row.",
                    "The signature under the scores names everything that can change them: cite it with the numbers.",
                ]),
                Text(
                    "Records hold the model’s replies, not the benchmark’s texts. Please do not publish the test \
                     rows with their answers where models may be trained on them.",
                ),
            ],
        },
        HelpAnswer {
            id: "file",
            question: "Which files can be scored?",
            parts: &[
                Text("Drop one or many files, a folder or a zip:"),
                List(&[
                    "records downloaded from this page;",
                    "inference files of SEA-HELM v1 and head, as that program writes them;",
                    "JSONL, CSV or Parquet with the columns task, id and prediction;",
                    "samples of lm-evaluation-harness, details of lighteval, logs of Inspect, outputs of batches;",
                    "any of these as zip, gzip or Zstandard, and those of several models at once;",
                    "scores that another program gave: those are joined on the page of a result.",
                ]),
                Code("{\"task\": \"SA\", \"id\": \"17\", \"prediction\": \"Sagot: Positibo\"}"),
                Text(
                    "Before anything is scored, a report names missing, extra and repeated ids and lines that could not be read.",
                ),
            ],
        },
        HelpAnswer {
            id: "licences",
            question: "May I use these data?",
            parts: &[
                Text(
                    "Batayan was released under CC BY-SA 4.0. The sources of its tasks have licences of their \
                     own, some only for non-commercial use, some not known; each task’s page names them. \
                     Sukat itself is under the Apache License 2.0.",
                ),
                Text(
                    "Some rows, above all of toxicity detection, hold insults and hateful words about real people.",
                ),
            ],
        },
    ],
};
