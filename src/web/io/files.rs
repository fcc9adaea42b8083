//! Picked and dropped files, downloads.

use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag, File, HtmlAnchorElement, Url};

/// The whole file. Works in page and worker.
pub async fn read_bytes(file: &File) -> Result<Vec<u8>, String> {
    let buffer = JsFuture::from(file.array_buffer())
        .await
        .map_err(|error| message_of(&error))?;
    Ok(js_sys::Uint8Array::new(&buffer).to_vec())
}

/// Bytes that are fetched from a file at a time.
const CHUNK: usize = 8 << 20;

/// The whole file, piece by piece; hears of the length of each. `None` when there is no room for it.
/// Works in page and worker.
pub async fn read_watching(
    file: &File,
    on_piece: impl Fn(usize),
) -> Result<Option<Vec<u8>>, String> {
    let n_bytes = size_of(file);
    let mut bytes = Vec::new();
    let Ok(n_bytes) = usize::try_from(n_bytes) else {
        return Ok(None);
    };
    if bytes.try_reserve_exact(n_bytes).is_err() {
        return Ok(None);
    }
    while bytes.len() < n_bytes {
        let start = bytes.len();
        let end = n_bytes.min(start + CHUNK);
        #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
        let piece = file
            .slice_with_f64_and_f64(start as f64, end as f64)
            .map_err(|error| message_of(&error))?;
        let buffer = JsFuture::from(piece.array_buffer())
            .await
            .map_err(|error| message_of(&error))?;
        let piece = js_sys::Uint8Array::new(&buffer);
        bytes.resize(end, 0);
        match bytes.get_mut(start..) {
            Some(room) if room.len() == piece.length() as usize => piece.copy_to(room),
            _ => return Err("the file was changed while it was read".to_owned()),
        }
        on_piece(end - start);
    }
    Ok(Some(bytes))
}

/// Bytes of a file.
pub fn size_of(file: &File) -> u64 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a size is a whole number below 2^53"
    )]
    let n_bytes = file.size() as u64;
    n_bytes
}

/// Path inside a picked folder where there is one, else the plain name.
pub fn path_of(file: &File) -> String {
    let path = js_sys::Reflect::get(file, &"webkitRelativePath".into())
        .ok()
        .and_then(|path| path.as_string())
        .unwrap_or_default();
    if path.is_empty() { file.name() } else { path }
}

/// An object URL holding `text`; lives as long as the page. Works in page and worker.
pub fn object_url(text: &str, mime: &str) -> Result<String, String> {
    let parts = js_sys::Array::of1(&JsValue::from_str(text));
    let options = BlobPropertyBag::new();
    options.set_type(mime);
    let blob = Blob::new_with_str_sequence_and_options(&parts, &options)
        .map_err(|error| message_of(&error))?;
    Url::create_object_url_with_blob(&blob).map_err(|error| message_of(&error))
}

/// An object URL holding `bytes`; lives as long as the page. Works in page and worker.
pub fn object_url_of_bytes(bytes: &[u8], mime: &str) -> Result<String, String> {
    let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes));
    let options = BlobPropertyBag::new();
    options.set_type(mime);
    let blob = Blob::new_with_u8_array_sequence_and_options(&parts, &options)
        .map_err(|error| message_of(&error))?;
    Url::create_object_url_with_blob(&blob).map_err(|error| message_of(&error))
}

/// Makes the browser save what stands at `url` under `file_name`.
pub fn save_url(url: &str, file_name: &str) -> Result<(), String> {
    let document = web_sys::window()
        .and_then(|window| window.document())
        .ok_or("no document")?;
    let anchor: HtmlAnchorElement = document
        .create_element("a")
        .map_err(|error| message_of(&error))?
        .dyn_into()
        .map_err(|_| "not an anchor")?;
    anchor.set_href(url);
    anchor.set_download(file_name);
    anchor.click();
    Ok(())
}

/// The message of a JavaScript error.
pub fn message_of(error: &JsValue) -> String {
    error
        .dyn_ref::<js_sys::Error>()
        .map(|error| String::from(error.message()))
        .or_else(|| error.as_string())
        .unwrap_or_else(|| format!("{error:?}"))
}
