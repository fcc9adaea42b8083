//! One holder at a time, in all tabs of this browser (Web Locks).

use futures::future::{Either, select};
use js_sys::{Function, Object, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

/// What is held until this is dropped, or the tab is gone.
pub struct Lock {
    release: Option<Function>,
}

impl Drop for Lock {
    fn drop(&mut self) {
        if let Some(release) = &self.release {
            // Resolving a promise cannot fail.
            let _ = release.call0(&JsValue::NULL);
        }
    }
}

/// Takes the lock of this name; `None` when another tab has it. A browser without locks gives one
/// that holds nothing: it is no worse off than without.
pub async fn take(name: &str) -> Option<Lock> {
    let Some(locks) = manager() else {
        return Some(Lock { release: None });
    };
    // Told whether it was free, as soon as that is known; the lock lasts as long as `kept`.
    let mut tell = None;
    let told = Promise::new(&mut |resolve, _| tell = Some(resolve));
    let mut release = None;
    let kept = Promise::new(&mut |resolve, _| release = Some(resolve));
    let on_lock = Closure::once_into_js(move |lock: JsValue| -> JsValue {
        let is_free = !lock.is_null() && !lock.is_undefined();
        if let Some(tell) = tell {
            let _ = tell.call1(&JsValue::NULL, &is_free.into());
        }
        if is_free {
            kept.into()
        } else {
            JsValue::UNDEFINED
        }
    });
    let options = Object::new();
    // Setting a field of a plain object cannot fail.
    let _ = Reflect::set(&options, &"ifAvailable".into(), &true.into());
    let request: Function = Reflect::get(&locks, &"request".into())
        .ok()?
        .dyn_into()
        .ok()?;
    let asked = request.call3(&locks, &name.into(), &options, &on_lock);
    let Some(asked) = asked
        .ok()
        .and_then(|asked| asked.dyn_into::<Promise>().ok())
    else {
        return Some(Lock { release: None });
    };
    // While the lock is held the request stays open; that it ends first means a refusal.
    match select(JsFuture::from(told), JsFuture::from(asked)).await {
        Either::Left((free, _)) => free
            .is_ok_and(|free| free.is_truthy())
            .then_some(Lock { release }),
        Either::Right(_) => Some(Lock { release: None }),
    }
}

fn manager() -> Option<JsValue> {
    let navigator = web_sys::window()?.navigator();
    let locks = Reflect::get(&navigator, &"locks".into()).ok()?;
    locks.is_object().then_some(locks)
}
