//! Right answers against given ones: a count in each cell, on a shade that survives grey printing.

use leptos::prelude::*;

use crate::words::Words;
use crate::words::number;

/// Shades there are, besides none.
const N_SHADES: usize = 5;

/// A table of counts: a line for each right answer, a column for each given one, the unreadable
/// ones last.
#[component]
pub fn ConfusionMatrix(
    /// Language of the page.
    words: &'static Words,
    /// What is confused: the task.
    #[prop(into)]
    task: String,
    /// Answer words in class order.
    labels: Vec<String>,
    /// `cells[right][given]`; the last column is the unreadable ones.
    cells: Vec<Vec<usize>>,
    /// Language of the labels: `fil`, `en`.
    #[prop(default = "fil")]
    lang: &'static str,
) -> impl IntoView {
    let texts = &words.result;
    let heads = labels
        .iter()
        .map(|label| view! { <th scope="col" class="num" lang=lang>{label.clone()}</th> })
        .collect_view();
    let n_labels = labels.len();
    let lines = labels
        .into_iter()
        .zip(cells)
        .enumerate()
        .map(|(right, (label, cells))| {
            let n_line: usize = cells.iter().sum();
            let counts = cells
                .into_iter()
                .enumerate()
                .map(|(given, n)| {
                    let kind = if given == right {
                        "right"
                    } else if given == n_labels {
                        "null"
                    } else {
                        "wrong"
                    };
                    view! {
                        <td class="num" data-kind=kind data-heat=shade(n, n_line).to_string()>
                            {number::count(n)}
                        </td>
                    }
                })
                .collect_view();
            view! {
                <tr>
                    <th scope="row" lang=lang>{label}</th>
                    {counts}
                    <td class="num confusion-sum">{number::count(n_line)}</td>
                </tr>
            }
        })
        .collect_view();
    view! {
        <table class="confusion">
            <caption>{(texts.confusion_caption)(&task)}</caption>
            <thead>
                <tr>
                    <th scope="col">{texts.confusion_corner}</th>
                    {heads}
                    <th scope="col" class="num">{texts.unreadable}</th>
                    <th scope="col" class="num">{texts.confusion_sum}</th>
                </tr>
            </thead>
            <tbody>{lines}</tbody>
        </table>
    }
}

/// Shade of a cell by its share of the line: 0 for none, up to 5 for all.
fn shade(n: usize, n_line: usize) -> usize {
    (n * N_SHADES).div_ceil(n_line.max(1)).min(N_SHADES)
}

#[cfg(test)]
mod tests {
    use super::shade;

    #[test]
    fn a_cell_is_as_dark_as_its_share_of_the_line() {
        for (n, n_line, want) in [
            (0, 200, 0),
            (1, 200, 1),
            (40, 200, 1),
            (41, 200, 2),
            (199, 200, 5),
            (200, 200, 5),
            (0, 0, 0),
        ] {
            assert_eq!(shade(n, n_line), want, "{n} of {n_line}");
        }
    }
}
