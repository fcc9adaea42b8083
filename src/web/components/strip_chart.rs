//! Dots on a ruler: where many models stand, in strips. The page puts the same numbers into a table
//! beside it, so the chart itself is one image with a name.

use leptos::prelude::*;

use crate::words::number;

/// One strip: a group of dots on its own line.
#[derive(Clone, Debug, PartialEq)]
pub struct Strip {
    /// What the dots have in common.
    pub name: String,
    /// The dots, in any order.
    pub dots: Vec<Dot>,
}

/// One dot.
#[derive(Clone, Debug, PartialEq)]
pub struct Dot {
    /// What it stands for; shown on hover.
    pub name: String,
    /// Where, on the scale of the ruler.
    pub value: f64,
    /// Whose.
    pub kind: DotKind,
}

/// Whose result a dot is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DotKind {
    /// Printed in a paper.
    Published,
    /// Measured here.
    Own,
}

/// Heights in pixels: a strip's name, the dots close below it, and the strip with the gap that
/// parts it from the next name.
const NAME_HEIGHT: usize = 18;
const DOTS_HEIGHT: usize = 26;
const STRIP_HEIGHT: usize = 56;
const AXIS_HEIGHT: usize = 24;

/// Strips above one ruler. As wide as its place; the dots keep their size.
#[component]
pub fn StripChart(
    /// What is shown, for those who do not see it.
    #[prop(into)]
    label: String,
    /// From top to bottom.
    strips: Vec<Strip>,
    /// Left and right end of the ruler.
    #[prop(default = (0.0, 100.0))]
    domain: (f64, f64),
) -> impl IntoView {
    let height = strips.len() * STRIP_HEIGHT + AXIS_HEIGHT;
    let foot = strips.len() * STRIP_HEIGHT;
    let at = move |value: f64| percent_of(value, domain);
    let ticks = ticks(domain)
        .into_iter()
        .map(|tick| {
            let x = at(tick);
            view! {
                <line class="chart-grid" x1=x.clone() x2=x.clone() y1="0" y2=foot></line>
                <text class="chart-tick" x=x y=foot + 18 text-anchor="middle">{format!("{tick:.0}")}</text>
            }
        })
        .collect_view();
    let rows = strips
        .into_iter()
        .enumerate()
        .map(|(idx, strip)| {
            let top = idx * STRIP_HEIGHT;
            let middle = (top + NAME_HEIGHT + DOTS_HEIGHT / 2) as f64;
            let dots = dodge(&strip.dots, domain)
                .into_iter()
                .zip(&strip.dots)
                .map(|(shift, dot)| {
                    let kind = match dot.kind {
                        DotKind::Published => "published",
                        DotKind::Own => "own",
                    };
                    let radius = if dot.kind == DotKind::Own { "6" } else { "4.5" };
                    view! {
                        <circle
                            class="chart-dot"
                            data-kind=kind
                            cx=at(dot.value)
                            cy=format!("{:.1}", middle + shift)
                            r=radius
                        >
                            <title>{format!("{}: {}", dot.name, number::score(dot.value))}</title>
                        </circle>
                    }
                })
                .collect_view();
            view! {
                <line class="chart-strip" x1="0" x2="100%" y1=middle y2=middle></line>
                <text class="chart-name" x="0" y=top + 14>{strip.name}</text>
                {dots}
            }
        })
        .collect_view();
    view! {
        <figure class="chart">
            <svg role="img" aria-label=label width="100%" height=height>
                {ticks}
                <line class="chart-axis" x1="0" x2="100%" y1=foot y2=foot></line>
                {rows}
            </svg>
        </figure>
    }
}

/// The tens around all dots: a ruler that wastes no room.
pub fn domain_around(strips: &[Strip]) -> (f64, f64) {
    let values = || {
        strips
            .iter()
            .flat_map(|strip| &strip.dots)
            .map(|dot| dot.value)
    };
    let low = values().fold(f64::INFINITY, f64::min);
    let high = values().fold(f64::NEG_INFINITY, f64::max);
    if low > high {
        return (0.0, 100.0);
    }
    let low = (low / 10.0).floor() * 10.0;
    let high = (high / 10.0).ceil() * 10.0;
    (low, if high > low { high } else { low + 10.0 })
}

/// Position on the ruler as an SVG percentage, kept inside it.
fn percent_of(value: f64, (low, high): (f64, f64)) -> String {
    let ratio = ((value - low) / (high - low)).clamp(0.0, 1.0);
    format!("{:.2}%", ratio * 100.0)
}

/// Round values from end to end, at most eleven.
fn ticks((low, high): (f64, f64)) -> Vec<f64> {
    let step = if high - low > 70.0 { 20.0 } else { 10.0 };
    let mut ticks = Vec::new();
    let mut tick = (low / step).ceil() * step;
    while tick <= high && ticks.len() < 11 {
        ticks.push(tick);
        tick += step;
    }
    ticks
}

/// Vertical shifts that keep dots apart where they would lie on each other: neighbours on the
/// ruler go up and down in turn.
fn dodge(dots: &[Dot], (low, high): (f64, f64)) -> Vec<f64> {
    const STEP: f64 = 5.0;
    const LANES: [f64; 5] = [0.0, 1.0, -1.0, 2.0, -2.0];
    // Nine pixels on a ruler of 640.
    let apart = (high - low) * 9.0 / 640.0;
    let mut order: Vec<usize> = (0..dots.len()).collect();
    order.sort_by(|&a, &b| {
        let value = |idx: usize| dots.get(idx).map_or(0.0, |dot| dot.value);
        value(a).total_cmp(&value(b)).then(a.cmp(&b))
    });
    let mut last_in_lane = [f64::NEG_INFINITY; LANES.len()];
    let mut shifts = vec![0.0; dots.len()];
    for idx in order {
        let Some(dot) = dots.get(idx) else { continue };
        let lane = last_in_lane
            .iter()
            .position(|&last| dot.value - last >= apart)
            .unwrap_or(LANES.len() - 1);
        if let (Some(last), Some(shift), Some(place)) = (
            last_in_lane.get_mut(lane),
            LANES.get(lane),
            shifts.get_mut(idx),
        ) {
            *last = dot.value;
            *place = shift * STEP;
        }
    }
    shifts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dot(value: f64) -> Dot {
        Dot {
            name: String::new(),
            value,
            kind: DotKind::Published,
        }
    }

    #[test]
    fn dots_far_apart_stay_on_the_line_and_close_ones_do_not_hide_each_other() {
        let far = [dot(10.0), dot(50.0), dot(90.0)];
        assert_eq!(dodge(&far, (0.0, 100.0)), [0.0, 0.0, 0.0]);
        let close = [dot(50.0), dot(50.2), dot(50.1)];
        assert_eq!(dodge(&close, (0.0, 100.0)), [0.0, -5.0, 5.0]);
    }

    #[test]
    fn the_ruler_ends_at_the_tens_around_the_dots() {
        let strips = |values: &[f64]| {
            let dots = values.iter().map(|&value| dot(value)).collect();
            [Strip {
                name: String::new(),
                dots,
            }]
        };
        assert_eq!(domain_around(&strips(&[31.2, 82.9])), (30.0, 90.0));
        assert_eq!(domain_around(&strips(&[70.0])), (70.0, 80.0));
        assert_eq!(domain_around(&strips(&[])), (0.0, 100.0));
    }

    #[test]
    fn the_ruler_has_round_numbers_and_holds_what_lies_outside() {
        assert_eq!(ticks((20.0, 100.0)), [20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(ticks((50.0, 90.0)), [50.0, 60.0, 70.0, 80.0, 90.0]);
        assert_eq!(percent_of(120.0, (0.0, 100.0)), "100.00%");
        assert_eq!(percent_of(30.0, (20.0, 100.0)), "12.50%");
    }
}
