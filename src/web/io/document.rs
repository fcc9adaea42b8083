//! The document around the page: its root element, title, and what stood there before.

use wasm_bindgen::JsCast;
use web_sys::{Document, Element, HtmlElement};

/// Path of the app's root, ending in a slash: `/`, `/sub/app/`.
pub fn base_path() -> String {
    root()
        .and_then(|root| root.get_attribute("data-base"))
        .filter(|base| base.ends_with('/'))
        .unwrap_or_else(|| "/".to_owned())
}

/// Sets an attribute of `<html>`.
pub fn set_root_attribute(name: &str, value: &str) {
    if let Some(root) = root() {
        // Fails only for names that are no attribute names; ours are.
        let _ = root.set_attribute(name, value);
    }
}

/// Removes an attribute of `<html>`.
pub fn remove_root_attribute(name: &str) {
    if let Some(root) = root() {
        let _ = root.remove_attribute(name);
    }
}

/// Sets what the tab is called.
pub fn set_title(title: &str) {
    if let Some(document) = document() {
        document.set_title(title);
    }
}

/// Takes away what was shown before the program was here.
pub fn remove_first_paint() {
    if let Some(element) = document().and_then(|document| document.get_element_by_id("first-paint"))
    {
        element.remove();
    }
    remove_root_attribute("data-state");
}

/// Id of the element that has the keyboard's focus, if it has one.
pub fn focused_id() -> Option<String> {
    let id = document()?.active_element()?.id();
    (!id.is_empty()).then_some(id)
}

/// Gives the focus to the element with this id if no element has it.
pub fn focus_if_lost(id: &str) {
    let Some(document) = document() else { return };
    let is_lost = document
        .active_element()
        .is_none_or(|active| active.tag_name() == "BODY");
    let element = document
        .get_element_by_id(id)
        .and_then(|element| element.dyn_into::<HtmlElement>().ok());
    if is_lost && let Some(element) = element {
        // Fails only for elements that cannot have the focus; this one had it.
        let _ = element.focus();
    }
}

fn document() -> Option<Document> {
    web_sys::window()?.document()
}

fn root() -> Option<Element> {
    document()?.document_element()
}

/// Origin of this page: `https://host`.
pub fn origin() -> String {
    web_sys::window()
        .and_then(|window| window.location().origin().ok())
        .unwrap_or_default()
}

/// Whether another page shows this one inside itself.
pub fn is_framed() -> bool {
    let Some(window) = web_sys::window() else {
        return false;
    };
    // A page of another origin hides its window: not being told is an answer, too.
    !matches!(window.top(), Ok(Some(top)) if top == window)
}
