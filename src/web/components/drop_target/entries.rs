//! Dropped folders: every file inside, depth first.

use js_sys::{Array, Function, Promise};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{DataTransfer, File, FileSystemDirectoryEntry, FileSystemEntry, FileSystemFileEntry};

/// More files than any upload needs; a dropped home folder should not hang the tab.
const MAX_FILES: usize = 2_000;

/// What was dropped, before anything is read.
pub fn take(transfer: &DataTransfer) -> Vec<FileSystemEntry> {
    let items = transfer.items();
    (0..items.length())
        .filter_map(|idx| items.get(idx))
        .filter_map(|item| item.webkit_get_as_entry().ok().flatten())
        .collect()
}

/// All files in and under `entries`. What cannot be read is left out.
pub async fn walk(mut entries: Vec<FileSystemEntry>) -> Vec<File> {
    let mut files = Vec::new();
    entries.reverse();
    while let Some(entry) = entries.pop() {
        if files.len() >= MAX_FILES {
            break;
        }
        if let Some(folder) = entry.dyn_ref::<FileSystemDirectoryEntry>()
            && entry.is_directory()
        {
            let mut inside = children(folder).await;
            inside.reverse();
            entries.append(&mut inside);
        } else if let Ok(file) = entry.dyn_into::<FileSystemFileEntry>() {
            let reading = Promise::new(&mut |resolve: Function, reject: Function| {
                file.file_with_callback_and_callback(&resolve, &reject);
            });
            if let Ok(file) = JsFuture::from(reading).await
                && let Ok(file) = file.dyn_into::<File>()
            {
                files.push(file);
            }
        }
    }
    files
}

/// The entries of a folder. Browsers hand them out a hundred at a time.
async fn children(folder: &FileSystemDirectoryEntry) -> Vec<FileSystemEntry> {
    let reader = folder.create_reader();
    let mut all = Vec::new();
    loop {
        let reading = Promise::new(&mut |resolve: Function, reject: Function| {
            if let Err(error) = reader.read_entries_with_callback_and_callback(&resolve, &reject) {
                // The promise is rejected either way; nothing more to do about it.
                let _ = reject.call1(&JsValue::NULL, &error);
            }
        });
        let Ok(batch) = JsFuture::from(reading).await else {
            return all;
        };
        let batch = Array::from(&batch);
        if batch.length() == 0 || all.len() >= MAX_FILES {
            return all;
        }
        all.extend(
            batch
                .iter()
                .filter_map(|entry| entry.dyn_into::<FileSystemEntry>().ok()),
        );
    }
}
