//! The few drawings, as inline SVG. Always beside a word, so hidden from screen readers.

use leptos::prelude::*;

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyph {
    /// Right.
    Check,
    /// Wrong.
    Cross,
    /// Unscored, not known.
    Ring,
    /// Something to look at.
    Warning,
    /// A note.
    Info,
    /// Two sheets.
    Copy,
    /// Arrow down to a line.
    Download,
    /// Three lines.
    Menu,
    /// Arrow to the right.
    Forward,
    /// Arrow to the left.
    Back,
    /// Arrow up: higher.
    Up,
    /// Arrow down: lower.
    Down,
    /// Two lines: as high.
    Equal,
    /// Arrow up from a line.
    Upload,
    /// Colours as the system says.
    HalfDisc,
    /// Light colours.
    Sun,
    /// Dark colours.
    Moon,
}

impl Glyph {
    /// Path data in a 16 by 16 box, drawn with a stroke.
    fn path(self) -> &'static str {
        match self {
            Self::Check => "M3 8.5 6.5 12 13 4.5",
            Self::Cross => "M4 4l8 8M12 4l-8 8",
            Self::Ring => "M8 3.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9",
            Self::Warning => "M8 2 14.5 13.5h-13zM8 6.5v3M8 11.4v.6",
            Self::Info => "M8 1.8a6.2 6.2 0 1 0 0 12.4a6.2 6.2 0 1 0 0-12.4M8 7.2v4M8 4.6v.6",
            Self::Copy => "M5.5 5.5h8v8h-8zM10.5 3v-.5h-8v8H3",
            Self::Download => "M8 2v8M4.5 6.8 8 10.2l3.5-3.4M2.5 13.5h11",
            Self::Upload => "M8 10.5v-8M4.5 5.8 8 2.4l3.5 3.4M2.5 13.5h11",
            Self::Up => "M8 13.5v-11M4 6.5l4-4 4 4",
            Self::Down => "M8 2.5v11M4 9.5l4 4 4-4",
            Self::Equal => "M3 6h10M3 10h10",
            Self::HalfDisc => {
                "M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11M8 2.5v11M10 3.5v9M12 5v6"
            }
            Self::Sun => {
                "M8 5a3 3 0 1 0 0 6a3 3 0 1 0 0-6M8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1"
            }
            Self::Moon => "M13.5 9.5A6 6 0 1 1 6.5 2.5A4.8 4.8 0 0 0 13.5 9.5z",
            Self::Menu => "M2.5 4.5h11M2.5 8h11M2.5 11.5h11",
            Self::Forward => "M2.5 8h11M9.5 4l4 4-4 4",
            Self::Back => "M13.5 8h-11M6.5 4l-4 4 4 4",
        }
    }
}

/// A drawing of the size of the text beside it.
#[component]
pub fn Icon(
    /// What.
    glyph: Glyph,
) -> impl IntoView {
    view! {
        <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
            <path d=glyph.path()></path>
        </svg>
    }
}

/// The mark of the name: a ruler's ticks.
#[component]
pub fn Mark() -> impl IntoView {
    view! {
        <svg class="mark" viewBox="0 0 22 22" aria-hidden="true" focusable="false">
            <path d="M1 3h2v16H1zM6 11h2v8H6zM11 7h2v12h-2zM16 11h2v8h-2zM20 3h1v16h-1zM1 18h20v1.5H1z"></path>
        </svg>
    }
}
