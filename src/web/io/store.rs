//! IndexedDB: runs, their rows, cached official files. Used by the worker only.
//!
//! Values are text or bytes; what they mean is `record`'s business. Never holds a key.

use idb::{Database, DatabaseEvent, Factory, KeyRange, ObjectStoreParams, Query, TransactionMode};
use wasm_bindgen::{JsCast, JsValue};

const DATABASE: &str = "sukat";
const VERSION: u32 = 1;
/// Run id → the record's head, JSON.
const HEADS: &str = "heads";
/// `[run id, sequence, number of rows]` → JSON array of rows, in the order they were saved.
const ROWS: &str = "rows";
/// SHA-256 → the bytes of an official file.
const FILES: &str = "files";

/// Why storing or reading failed, split by what the page does.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The browser's quota is used up.
    #[error("storage is full")]
    Full,
    /// The browser gives no storage, or took it away.
    #[error("{0}")]
    Unavailable(String),
}

/// An open database.
pub struct Store {
    database: Database,
}

impl Store {
    /// Opens the database, creating it where it does not exist.
    pub async fn open() -> Result<Self, StoreError> {
        let factory = Factory::new().map_err(|error| unavailable(&error))?;
        let mut request = factory
            .open(DATABASE, Some(VERSION))
            .map_err(|error| unavailable(&error))?;
        request.on_upgrade_needed(|event| {
            let Ok(database) = event.database() else {
                return;
            };
            for name in [HEADS, ROWS, FILES] {
                if !database
                    .store_names()
                    .iter()
                    .any(|existing| existing == name)
                {
                    // A failure here aborts the upgrade and shows as a failed open.
                    let _ = database.create_object_store(name, ObjectStoreParams::new());
                }
            }
        });
        let database = request.await.map_err(|error| unavailable(&error))?;
        Ok(Self { database })
    }

    /// Stores a run's head.
    pub async fn put_head(&self, run_id: &str, json: &str) -> Result<(), StoreError> {
        self.put(HEADS, &run_id.into(), &json.into()).await
    }

    /// One run's head.
    pub async fn head(&self, run_id: &str) -> Result<Option<String>, StoreError> {
        Ok(self
            .get(HEADS, run_id.into())
            .await?
            .and_then(|value| value.as_string()))
    }

    /// All heads, in no particular order.
    pub async fn heads(&self) -> Result<Vec<String>, StoreError> {
        let values = self.all(HEADS, None).await?;
        Ok(values.iter().filter_map(JsValue::as_string).collect())
    }

    /// Appends rows to a run; safe once this returns. `sequence` grows with every call.
    pub async fn put_rows(
        &self,
        run_id: &str,
        sequence: u64,
        n_rows: usize,
        json: &str,
    ) -> Result<(), StoreError> {
        let (sequence, n_rows) = (sequence as f64, n_rows as f64);
        let key = js_sys::Array::of3(&run_id.into(), &sequence.into(), &n_rows.into());
        self.put(ROWS, &key, &json.into()).await
    }

    /// How many rows were saved of a run; a row that was saved again counts again.
    pub async fn n_rows(&self, run_id: &str) -> Result<usize, StoreError> {
        let transaction = self
            .database
            .transaction(&[ROWS], TransactionMode::ReadOnly)
            .map_err(|error| store_error(&error))?;
        let store = transaction
            .object_store(ROWS)
            .map_err(|error| store_error(&error))?;
        let keys = store
            .get_all_keys(Some(run_range(run_id)?.into()), None)
            .map_err(|error| store_error(&error))?
            .await
            .map_err(|error| store_error(&error))?;
        let n_in = |key: &JsValue| js_sys::Array::from(key).get(2).as_f64().unwrap_or(0.0);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "counts"
        )]
        Ok(keys.iter().map(|key| n_in(key) as usize).sum())
    }

    /// All row chunks of a run, in the order they were saved.
    pub async fn rows(&self, run_id: &str) -> Result<Vec<String>, StoreError> {
        let values = self.all(ROWS, Some(run_range(run_id)?.into())).await?;
        Ok(values.iter().filter_map(JsValue::as_string).collect())
    }

    /// Deletes a run with its rows.
    pub async fn delete_run(&self, run_id: &str) -> Result<(), StoreError> {
        let transaction = self
            .database
            .transaction(&[HEADS, ROWS], TransactionMode::ReadWrite)
            .map_err(|error| store_error(&error))?;
        let heads = transaction
            .object_store(HEADS)
            .map_err(|error| store_error(&error))?;
        let rows = transaction
            .object_store(ROWS)
            .map_err(|error| store_error(&error))?;
        heads
            .delete(JsValue::from_str(run_id))
            .map_err(|error| store_error(&error))?
            .await
            .map_err(|error| store_error(&error))?;
        rows.delete(run_range(run_id)?)
            .map_err(|error| store_error(&error))?
            .await
            .map_err(|error| store_error(&error))?;
        transaction.await.map_err(|error| store_error(&error))?;
        Ok(())
    }

    /// Caches a file under its hash.
    pub async fn put_file(&self, sha256: &str, bytes: &[u8]) -> Result<(), StoreError> {
        self.put(FILES, &sha256.into(), &js_sys::Uint8Array::from(bytes))
            .await
    }

    /// A cached file.
    pub async fn file(&self, sha256: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let value = self.get(FILES, sha256.into()).await?;
        Ok(value
            .and_then(|value| value.dyn_into::<js_sys::Uint8Array>().ok())
            .map(|b| b.to_vec()))
    }

    /// Forgets all cached files.
    pub async fn clear_files(&self) -> Result<(), StoreError> {
        let transaction = self
            .database
            .transaction(&[FILES], TransactionMode::ReadWrite)
            .map_err(|error| store_error(&error))?;
        let store = transaction
            .object_store(FILES)
            .map_err(|error| store_error(&error))?;
        store
            .clear()
            .map_err(|error| store_error(&error))?
            .await
            .map_err(|error| store_error(&error))?;
        transaction.await.map_err(|error| store_error(&error))?;
        Ok(())
    }

    async fn put(&self, store: &str, key: &JsValue, value: &JsValue) -> Result<(), StoreError> {
        let transaction = self
            .database
            .transaction(&[store], TransactionMode::ReadWrite)
            .map_err(|error| store_error(&error))?;
        let object_store = transaction
            .object_store(store)
            .map_err(|error| store_error(&error))?;
        // The request is not awaited: the transaction's end says that the value is safe.
        let request = object_store
            .put(value, Some(key))
            .map_err(|error| store_error(&error))?;
        transaction
            .commit()
            .map_err(|error| store_error(&error))?
            .await
            .map_err(|error| store_error(&error))?;
        drop(request);
        Ok(())
    }

    async fn get(&self, store: &str, key: JsValue) -> Result<Option<JsValue>, StoreError> {
        let transaction = self
            .database
            .transaction(&[store], TransactionMode::ReadOnly)
            .map_err(|error| store_error(&error))?;
        let object_store = transaction
            .object_store(store)
            .map_err(|error| store_error(&error))?;
        object_store
            .get(key)
            .map_err(|error| store_error(&error))?
            .await
            .map_err(|error| store_error(&error))
    }

    async fn all(&self, store: &str, query: Option<Query>) -> Result<Vec<JsValue>, StoreError> {
        let transaction = self
            .database
            .transaction(&[store], TransactionMode::ReadOnly)
            .map_err(|error| store_error(&error))?;
        let object_store = transaction
            .object_store(store)
            .map_err(|error| store_error(&error))?;
        object_store
            .get_all(query, None)
            .map_err(|error| store_error(&error))?
            .await
            .map_err(|error| store_error(&error))
    }
}

/// Everything filed under `[run_id, …]`: an array sorts after every number.
fn run_range(run_id: &str) -> Result<KeyRange, StoreError> {
    let lower = js_sys::Array::of1(&run_id.into());
    let upper = js_sys::Array::of2(&run_id.into(), &js_sys::Array::new());
    KeyRange::bound(&lower, &upper, None, None).map_err(|error| store_error(&error))
}

fn store_error(error: &idb::Error) -> StoreError {
    let message = error.to_string();
    if message.contains("QuotaExceeded") {
        StoreError::Full
    } else {
        StoreError::Unavailable(message)
    }
}

fn unavailable(error: &idb::Error) -> StoreError {
    StoreError::Unavailable(error.to_string())
}
