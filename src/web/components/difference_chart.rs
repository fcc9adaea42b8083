//! Differences and their intervals around zero, one above the other. The page puts the same numbers
//! into a table below, so the chart itself is one image with a name.

use leptos::prelude::*;

/// One difference.
#[derive(Clone, Debug, PartialEq)]
pub struct DifferenceLine {
    /// Of what, and how much.
    pub name: String,
    /// Where the dot is.
    pub value: f64,
    /// Left end of the interval.
    pub low: f64,
    /// Right end.
    pub high: f64,
    /// Whether it counts.
    pub kind: DifferenceKind,
}

/// What a difference is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DifferenceKind {
    /// A difference: a full dot.
    Sure,
    /// May be chance: a hollow dot.
    Open,
}

/// Heights in pixels.
const NAME_HEIGHT: usize = 18;
const LINE_HEIGHT: usize = 44;
const HEAD_HEIGHT: usize = 28;
const AXIS_HEIGHT: usize = 24;

/// Lines above one ruler with zero in it. As wide as its place.
#[component]
pub fn DifferenceChart(
    /// What is shown, for those who do not see it.
    #[prop(into)]
    label: String,
    /// What is measured.
    title: &'static str,
    /// What lies left of zero.
    first_ahead: &'static str,
    /// What lies right of it.
    second_ahead: &'static str,
    /// From top to bottom.
    lines: Vec<DifferenceLine>,
) -> impl IntoView {
    let (low, high, step) = ruler(&lines);
    let at = move |value: f64| percent_of(value, (low, high));
    let foot = HEAD_HEIGHT + lines.len() * LINE_HEIGHT;
    let height = foot + AXIS_HEIGHT;
    let ticks = ticks(low, high, step)
        .into_iter()
        .map(|tick| {
            let x = at(tick);
            let class = if tick == 0.0 {
                "chart-zero"
            } else {
                "chart-grid"
            };
            let name = format!("{tick:+.0}").replace('-', "−");
            let name = if tick == 0.0 { "0".to_owned() } else { name };
            view! {
                <line class=class x1=x.clone() x2=x.clone() y1=HEAD_HEIGHT y2=foot></line>
                <text class="chart-tick" x=x y=foot + 18 text-anchor="middle">{name}</text>
            }
        })
        .collect_view();
    let marks = lines
        .into_iter()
        .enumerate()
        .map(|(idx, line)| {
            let top = HEAD_HEIGHT + idx * LINE_HEIGHT;
            let middle = top + NAME_HEIGHT + (LINE_HEIGHT - NAME_HEIGHT) / 2;
            let kind = match line.kind {
                DifferenceKind::Sure => "sure",
                DifferenceKind::Open => "open",
            };
            let ends = [line.low, line.high]
                .map(|end| {
                    view! {
                        <line
                            class="chart-interval"
                            x1=at(end)
                            x2=at(end)
                            y1=middle - 5
                            y2=middle + 5
                        ></line>
                    }
                })
                .collect_view();
            view! {
                <line
                    class="chart-interval"
                    x1=at(line.low)
                    x2=at(line.high)
                    y1=middle
                    y2=middle
                ></line>
                {ends}
                <circle class="chart-difference" data-kind=kind cx=at(line.value) cy=middle r="5">
                    <title>{line.name.clone()}</title>
                </circle>
                <text class="chart-name" x="0" y=top + 14>{line.name}</text>
            }
        })
        .collect_view();
    view! {
        <figure class="chart">
            <figcaption class="note">{title}</figcaption>
            <svg role="img" aria-label=label width="100%" height=height>
                <text class="chart-tick" x="0" y="14">{first_ahead}</text>
                <text class="chart-tick" x="100%" y="14" text-anchor="end">{second_ahead}</text>
                {ticks}
                <line class="chart-axis" x1="0" x2="100%" y1=foot y2=foot></line>
                {marks}
            </svg>
        </figure>
    }
}

/// Both ends of the ruler and its step: whole steps around all intervals, at least one on either
/// side of zero.
fn ruler(lines: &[DifferenceLine]) -> (f64, f64, f64) {
    let low = lines.iter().map(|line| line.low).fold(0.0, f64::min);
    let high = lines.iter().map(|line| line.high).fold(0.0, f64::max);
    let steps = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0];
    let step = steps.into_iter().find(|step| (high - low) / step <= 6.0);
    let step = step.unwrap_or(50.0);
    (
        ((low / step).floor() * step).min(-step),
        ((high / step).ceil() * step).max(step),
        step,
    )
}

/// Every step from end to end.
fn ticks(low: f64, high: f64, step: f64) -> Vec<f64> {
    let mut ticks = Vec::new();
    let mut tick = low;
    while tick <= high && ticks.len() < 12 {
        ticks.push(tick);
        tick += step;
    }
    ticks
}

/// Position on the ruler as an SVG percentage.
fn percent_of(value: f64, (low, high): (f64, f64)) -> String {
    format!("{:.2}%", (value - low) / (high - low) * 100.0)
}

#[cfg(test)]
mod tests {
    use super::{DifferenceKind, DifferenceLine, percent_of, ruler, ticks};

    #[track_caller]
    fn check(intervals: &[(f64, f64)], want: (f64, f64, f64), want_ticks: &[f64]) {
        let line = |&(low, high): &(f64, f64)| DifferenceLine {
            name: String::new(),
            value: f64::midpoint(low, high),
            low,
            high,
            kind: DifferenceKind::Open,
        };
        let (low, high, step) = ruler(&intervals.iter().map(line).collect::<Vec<_>>());
        assert_eq!((low, high, step), want);
        assert_eq!(ticks(low, high, step), want_ticks);
    }

    #[test]
    fn the_ruler_has_whole_steps_and_zero_inside() {
        check(
            &[(1.1, 7.3)],
            (-2.0, 8.0, 2.0),
            &[-2.0, 0.0, 2.0, 4.0, 6.0, 8.0],
        );
        check(
            &[(-12.0, -3.0), (-4.0, 9.0)],
            (-15.0, 10.0, 5.0),
            &[-15.0, -10.0, -5.0, 0.0, 5.0, 10.0],
        );
        check(&[(0.0, 0.0)], (-1.0, 1.0, 1.0), &[-1.0, 0.0, 1.0]);
        check(
            &[(-100.0, 100.0)],
            (-100.0, 100.0, 50.0),
            &[-100.0, -50.0, 0.0, 50.0, 100.0],
        );
    }

    #[test]
    fn zero_is_in_the_middle_of_a_ruler_that_is_even() {
        assert_eq!(percent_of(0.0, (-10.0, 10.0)), "50.00%");
        assert_eq!(percent_of(-10.0, (-10.0, 10.0)), "0.00%");
    }
}
