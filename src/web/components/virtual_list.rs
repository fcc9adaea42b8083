//! Thousands of rows of one height, of which only those in sight exist.
//!
//! The list asks for windows of rows as it is scrolled and shows blanks until they come. It is one
//! stop for the Tab key; arrows, Page Up and Down, Home and End move in it, Enter opens.
//!
//! Space above and below the rows is made by two empty drawings with a height: the page's policy
//! allows no style attributes.

use leptos::ev;
use leptos::prelude::*;

use super::later::StillHere;

/// Rows asked for at once, and how far they start above the first in sight.
const WINDOW: usize = 200;
const LEAD: usize = 50;
/// Rows kept beyond both edges of what is seen.
const MARGIN: usize = 8;
/// Height of a row until one was measured, in pixels.
const FIRST_GUESS: f64 = 44.0;

/// Rows at hand: a part of the whole list.
#[derive(Clone, Debug, PartialEq)]
pub struct RowWindow<T> {
    /// Position of the first in the list.
    pub offset: usize,
    /// In list order.
    pub rows: Vec<T>,
}

/// A heading of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// What stands above it.
    pub name: &'static str,
    /// Words are flush left, numbers right.
    pub kind: ColumnKind,
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// Words.
    Words,
    /// Numbers.
    Numbers,
}

/// The list. Cells are elements with `role="gridcell"`; their widths come from a rule for
/// `.virtual-list[data-kind="…"]` in the style sheet.
#[component]
pub fn VirtualList<T, C>(
    /// Unique on the page; also names the rows.
    id: &'static str,
    /// Which column widths the style sheet has for it.
    kind: &'static str,
    /// What is listed.
    #[prop(into)]
    label: String,
    /// Headings.
    columns: Vec<Column>,
    /// Length of the whole list.
    #[prop(into)]
    n_rows: Signal<usize>,
    /// Rows at hand.
    #[prop(into)]
    window: Signal<RowWindow<T>>,
    /// Offset and limit of rows that are wanted. Called once at the start, too.
    #[prop(into)]
    on_window: Callback<(usize, usize)>,
    /// Changes when the list becomes another one (filter, task): back to the top, ask anew.
    #[prop(into, optional)]
    generation: Signal<usize>,
    /// Position of the row that is open beside the list.
    #[prop(into, optional)]
    open: Signal<Option<usize>>,
    /// A row was chosen: its position.
    #[prop(into)]
    on_open: Callback<usize>,
    /// The cells of a row.
    cells: C,
) -> impl IntoView
where
    T: Clone + Send + Sync + 'static,
    C: Fn(&T) -> AnyView + Copy + Send + Sync + 'static,
{
    let node = NodeRef::<leptos::html::Div>::new();
    let geometry = RwSignal::new(Geometry {
        scroll_top: 0.0,
        height: 600.0,
        head: FIRST_GUESS,
        row: FIRST_GUESS,
    });
    let cursor = RwSignal::new(0_usize);
    let range = Memo::new(move |_| geometry.get().range(n_rows.get()));

    let measure = move || {
        if let Some(list) = node.get_untracked() {
            let height_of = |selector: &str| {
                list.query_selector(selector)
                    .ok()
                    .flatten()
                    .map(|row| row.get_bounding_client_rect().height())
                    .filter(|height| *height > 1.0)
            };
            let now = geometry.get_untracked();
            let measured = Geometry {
                scroll_top: f64::from(list.scroll_top()),
                height: f64::from(list.client_height()),
                head: height_of(".list-head").unwrap_or(now.head),
                row: height_of(".list-row").unwrap_or(now.row),
            };
            if measured != now {
                geometry.set(measured);
            }
        }
    };
    let still_here = StillHere::new();
    let on_resize = window_event_listener(ev::resize, move |_| measure());
    on_cleanup(move || on_resize.remove());
    Effect::new(move |_| {
        n_rows.track();
        node.track();
        still_here.on_next_frame(measure);
    });

    // Asks for rows that are in sight and not at hand, each window once.
    Effect::new(move |last: Option<(usize, Option<usize>)>| {
        // All three are read on every run: what an effect leaves out once, it no longer hears of.
        let generation = generation.get();
        let (first, end) = range.get();
        let is_at_hand = window
            .with(|window| first >= window.offset && end <= window.offset + window.rows.len());
        let (last_generation, last_asked) = last.unwrap_or((usize::MAX, None));
        if last_generation != generation {
            cursor.set(0);
            if let Some(list) = node.get_untracked() {
                list.set_scroll_top(0);
            }
            on_window.run((0, WINDOW));
            return (generation, Some(0));
        }
        if is_at_hand || first >= end {
            return (generation, None);
        }
        let offset = first.saturating_sub(LEAD) / LEAD * LEAD;
        if last_asked != Some(offset) {
            on_window.run((offset, WINDOW));
        }
        (generation, Some(offset))
    });

    // The row opened elsewhere (by a link, by previous and next) is brought into sight.
    Effect::new(move |_| {
        if let Some(position) = open.get() {
            cursor.set(position);
            bring_into_sight(node, geometry, position);
        }
    });

    let on_key = move |event: ev::KeyboardEvent| {
        let last = n_rows.get_untracked().saturating_sub(1);
        let now = cursor.get_untracked();
        let page = geometry.get_untracked().rows_per_page();
        let target = match event.key().as_str() {
            "ArrowDown" => now + 1,
            "ArrowUp" => now.saturating_sub(1),
            "PageDown" => now + page,
            "PageUp" => now.saturating_sub(page),
            "Home" => 0,
            "End" => last,
            "Enter" | " " => {
                event.prevent_default();
                if n_rows.get_untracked() > 0 {
                    on_open.run(now);
                }
                return;
            }
            _ => return,
        };
        event.prevent_default();
        let target = target.min(last);
        cursor.set(target);
        bring_into_sight(node, geometry, target);
    };

    let head = columns
        .into_iter()
        .map(|column| {
            let class = match column.kind {
                ColumnKind::Words => "list-name",
                ColumnKind::Numbers => "list-name num",
            };
            view! { <span class=class role="columnheader">{column.name}</span> }
        })
        .collect_view();
    let row = move |position: usize, row: Option<T>| {
        let state = move || {
            if cursor.get() == position {
                "cursor"
            } else {
                "plain"
            }
        };
        view! {
            <div
                class="list-row"
                role="row"
                id=format!("{id}-{position}")
                aria-rowindex=position + 2
                aria-selected=move || (open.get() == Some(position)).to_string()
                data-state=state
                data-position=position
            >
                {row.map(|row| cells(&row))}
            </div>
        }
    };
    let rows = move || {
        let (first, end) = range.get();
        window.with(|window| {
            (first..end)
                .map(|position| {
                    let at_hand = position
                        .checked_sub(window.offset)
                        .and_then(|idx| window.rows.get(idx).cloned());
                    row(position, at_hand)
                })
                .collect_view()
        })
    };
    // One listener for all rows: the row carries its position.
    let on_click = move |event: ev::MouseEvent| {
        let position = event_target::<web_sys::Element>(&event)
            .closest(".list-row")
            .ok()
            .flatten()
            .and_then(|row| row.get_attribute("data-position"))
            .and_then(|position| position.parse::<usize>().ok());
        if let Some(position) = position {
            cursor.set(position);
            on_open.run(position);
        }
    };
    let space_above = move || format!("{:.1}", geometry.get().row * range.get().0 as f64);
    let space_below = move || {
        let n_below = n_rows.get().saturating_sub(range.get().1);
        format!("{:.1}", geometry.get().row * n_below as f64)
    };
    view! {
        <div
            class="virtual-list"
            data-kind=kind
            role="grid"
            aria-label=label
            aria-rowcount=move || n_rows.get() + 1
            aria-activedescendant=move || format!("{id}-{}", cursor.get())
            tabindex="0"
            node_ref=node
            on:scroll=move |_| {
                // May come when the list has just gone.
                if let Some(list) = node.try_get_untracked().flatten() {
                    geometry.update(|geometry| geometry.scroll_top = f64::from(list.scroll_top()));
                }
            }
            on:keydown=on_key
        >
            <div class="list-head" role="row" aria-rowindex="1">{head}</div>
            <svg class="list-space" width="1" height=space_above aria-hidden="true"></svg>
            <div class="list-rows" role="rowgroup" on:click=on_click>{rows}</div>
            <svg class="list-space" width="1" height=space_below aria-hidden="true"></svg>
        </div>
    }
}

/// Where the list is scrolled to and how large its parts are, in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Geometry {
    scroll_top: f64,
    height: f64,
    head: f64,
    row: f64,
}

impl Geometry {
    /// First row that exists and the one after the last, in steps so that a pixel of scrolling
    /// changes nothing.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "pixels: small and not negative"
    )]
    fn range(self, n_rows: usize) -> (usize, usize) {
        let first_seen = (self.scroll_top.max(0.0) / self.row) as usize;
        let n_seen = (self.height / self.row) as usize + 2;
        let first = first_seen.saturating_sub(MARGIN) / 4 * 4;
        (
            first.min(n_rows),
            (first_seen + n_seen + MARGIN)
                .div_ceil(4)
                .saturating_mul(4)
                .min(n_rows),
        )
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "pixels: small and not negative"
    )]
    fn rows_per_page(self) -> usize {
        (((self.height - self.head) / self.row) as usize)
            .saturating_sub(1)
            .max(1)
    }

    /// Where to scroll so that a row is in sight; `None` when it is.
    fn scroll_for(self, position: usize) -> Option<f64> {
        let top = self.row * position as f64;
        let lowest = top + self.head + self.row - self.height;
        if top < self.scroll_top {
            Some(top)
        } else if lowest > self.scroll_top {
            Some(lowest)
        } else {
            None
        }
    }
}

fn bring_into_sight(
    node: NodeRef<leptos::html::Div>,
    geometry: RwSignal<Geometry>,
    position: usize,
) {
    let target = geometry.get_untracked().scroll_for(position);
    if let (Some(list), Some(target)) = (node.get_untracked(), target) {
        #[expect(clippy::cast_possible_truncation, reason = "pixels")]
        list.set_scroll_top(target.ceil() as i32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: Geometry = Geometry {
        scroll_top: 0.0,
        height: 440.0,
        head: 40.0,
        row: 40.0,
    };

    #[test]
    fn only_rows_near_what_is_seen_exist() {
        assert_eq!(LIST.range(10_000), (0, 24));
        let deep = Geometry {
            scroll_top: 200_000.0,
            ..LIST
        };
        assert_eq!(deep.range(10_000), (4992, 5024));
        assert_eq!(LIST.range(3), (0, 3));
        assert_eq!(deep.range(3), (3, 3));
    }

    #[test]
    fn a_few_pixels_of_scrolling_change_no_row() {
        let a = Geometry {
            scroll_top: 40_000.0,
            ..LIST
        };
        let b = Geometry {
            scroll_top: 40_030.0,
            ..LIST
        };
        assert_eq!(a.range(10_000), b.range(10_000));
    }

    #[test]
    fn the_cursor_is_kept_in_sight() {
        assert_eq!(LIST.scroll_for(0), None);
        assert_eq!(LIST.scroll_for(9), None);
        assert_eq!(LIST.scroll_for(10), Some(40.0));
        let deep = Geometry {
            scroll_top: 400.0,
            ..LIST
        };
        assert_eq!(deep.scroll_for(3), Some(120.0));
    }
}
