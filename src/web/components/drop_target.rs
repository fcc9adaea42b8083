//! Files by dropping them or by choosing them; whole folders too.

mod entries;

use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::{File, FileList};

use super::icon::{Glyph, Icon};
use crate::words::Words;

/// A place to drop files on, with buttons that do the same by keyboard.
#[component]
pub fn DropTarget(
    /// Language of the page.
    words: &'static Words,
    /// What may be dropped here, in a few words.
    #[prop(into)]
    title: String,
    /// What is read, and what happens to it.
    #[prop(into, optional)]
    hint: String,
    /// File types for the file chooser: `.json,.jsonl,.csv,.zip`.
    #[prop(default = "")]
    accept: &'static str,
    /// How much room it takes.
    #[prop(optional)]
    size: DropSize,
    /// The files, those inside dropped folders included.
    #[prop(into)]
    on_files: Callback<Vec<File>>,
) -> impl IntoView {
    // Entering a child leaves the parent, so a flag would flicker: count instead.
    let depth = RwSignal::new(0_i32);
    let files_input = NodeRef::<leptos::html::Input>::new();
    let folder_input = NodeRef::<leptos::html::Input>::new();
    let choose_files = move || {
        if let Some(input) = files_input.get() {
            input.click();
        }
    };
    let choose_folder = move || {
        if let Some(input) = folder_input.get() {
            // Known to every browser, but not to the view's list of attributes.
            let _ = input.set_attribute("webkitdirectory", "");
            input.click();
        }
    };
    let chosen = move |input: NodeRef<leptos::html::Input>| {
        let Some(input) = input.get() else { return };
        let files = files_of(input.files());
        // So that choosing the same file again is heard.
        input.set_value("");
        if !files.is_empty() {
            on_files.run(files);
        }
    };
    let dropped = move |event: web_sys::DragEvent| {
        event.prevent_default();
        depth.set(0);
        let Some(transfer) = event.data_transfer() else {
            return;
        };
        // Entries are gone once this handler returns: take them now, walk them later.
        let entries = entries::take(&transfer);
        let plain = files_of(transfer.files());
        spawn_local(async move {
            let mut files = entries::walk(entries).await;
            if files.is_empty() {
                files = plain;
            }
            if !files.is_empty() {
                on_files.try_run(files);
            }
        });
    };
    view! {
        <div
            class="drop-target"
            data-size=size.id()
            data-state=move || (depth.get() > 0).then_some("over")
            on:dragenter=move |event| {
                event.prevent_default();
                depth.update(|depth| *depth += 1);
            }
            on:dragover=move |event| event.prevent_default()
            on:dragleave=move |_| depth.update(|depth| *depth = (*depth - 1).max(0))
            on:drop=dropped
        >
            <Icon glyph=Glyph::Upload/>
            <p class="drop-title">{title}</p>
            {(!hint.is_empty()).then(|| view! { <p class="note">{hint}</p> })}
            <div class="actions">
                <button type="button" class="button" on:click=move |_| choose_files()>
                    {words.common.choose_files}
                </button>
                <button type="button" class="button" on:click=move |_| choose_folder()>
                    {words.common.choose_folder}
                </button>
            </div>
            // Pressed by the buttons above, which say what they are for.
            <input
                type="file"
                hidden
                multiple=true
                accept=accept
                node_ref=files_input
                on:change=move |_| chosen(files_input)
            />
            <input
                type="file"
                hidden
                node_ref=folder_input
                on:change=move |_| chosen(folder_input)
            />
        </div>
    }
}

/// How much room a [`DropTarget`] takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DropSize {
    /// One of several things on a page.
    #[default]
    Small,
    /// What the page is about.
    Large,
}

impl DropSize {
    fn id(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Large => "large",
        }
    }
}

fn files_of(list: Option<FileList>) -> Vec<File> {
    let Some(list) = list else { return Vec::new() };
    (0..list.length()).filter_map(|idx| list.get(idx)).collect()
}
