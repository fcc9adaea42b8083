//! The server in `tools/metricx-server`, with a stand-in for the model.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Once;

use serde_json::{Value, json};

/// A server that ends with the test.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    /// `None` where there is no `python3`.
    fn start(key: Option<&str>) -> Option<Self> {
        let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        let mut command = Command::new("python3");
        command
            .arg(root.join("tools/metricx-server/server.py"))
            .args(["--port", "0"])
            .env("PYTHONPATH", root.join("tests/metricx-server"))
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        if let Some(key) = key {
            command.env("METRICX_KEY", key);
        }
        let mut process = match command.spawn() {
            Ok(process) => process,
            Err(error) => {
                static SAID: Once = Once::new();
                // Past the harness, which holds back what passing tests print.
                SAID.call_once(|| {
                    let _ = writeln!(
                        std::io::stderr(),
                        "not checked: the scoring server of tools/metricx-server: python3: {error}"
                    );
                });
                return None;
            }
        };
        let mut line = String::new();
        let said = process.stdout.take().expect("it is piped");
        BufReader::new(said)
            .read_line(&mut line)
            .expect("it says where it is");
        let address = line.trim().strip_prefix("http://").expect("an address");
        let address = address.strip_suffix("/score").expect("its path").to_owned();
        Some(Self { process, address })
    }

    /// Status and headers, and the body.
    fn ask(&self, method: &str, headers: &str, body: &str) -> (String, String) {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        let length = body.len();
        write!(
            stream,
            "{method} /score HTTP/1.0\r\ncontent-length: {length}\r\n{headers}\r\n{body}"
        )
        .expect("it reads");
        let mut answer = String::new();
        stream
            .read_to_string(&mut answer)
            .expect("it answers in UTF-8");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        (head.to_owned(), body.to_owned())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn rows_come_back_in_their_order_with_the_error_of_the_model() {
    let Some(server) = Server::start(None) else {
        return;
    };
    let row = |id: &str, hypothesis: &str| json!({"id": id, "source": "Hi.", "hypothesis": hypothesis, "reference": "Uy."});
    let rows = [row("mt-en-tl:000001", "Ñ ₱"), row("mt-en-tl:000000", "")];
    let body = format!("{}\n\n{}\n", rows[0], rows[1]);
    let (head, answer) = server.ask("POST", "", &body);
    assert!(head.starts_with("HTTP/1.0 200"), "{head}");
    assert!(head.contains("access-control-allow-origin: *"), "{head}");
    let lines: Vec<Value> = answer
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    // "source: Hi. candidate:  reference: Uy." has 38 characters; the end token is not counted.
    let want = rows.into_iter().zip([4.1, 3.8]).map(|(mut row, error)| {
        row["prediction"] = json!(error);
        row
    });
    assert_eq!(lines, want.collect::<Vec<_>>());
}

#[test]
fn a_page_may_ask_and_what_is_no_row_is_refused() {
    let Some(server) = Server::start(None) else {
        return;
    };
    let (head, _) = server.ask("OPTIONS", "", "");
    assert!(head.starts_with("HTTP/1.0 204"), "{head}");
    assert!(
        head.contains("access-control-allow-headers: content-type, authorization"),
        "{head}"
    );
    for body in [
        "{",
        "[1]",
        "{\"source\": \"a\"}",
        "{\"source\": 1, \"hypothesis\": 1}",
    ] {
        let (head, answer) = server.ask("POST", "", body);
        assert!(head.starts_with("HTTP/1.0 400"), "{head}");
        assert!(answer.contains("not rows to score"), "{answer}");
    }
}

#[test]
fn a_server_with_a_key_asks_for_it() {
    let Some(server) = Server::start(Some("lihim-na-susi")) else {
        return;
    };
    for (headers, status) in [
        ("", "401"),
        ("authorization: Bearer iba\r\n", "401"),
        ("authorization: Bearer lihim-na-susi\r\n", "200"),
    ] {
        let (head, answer) = server.ask("POST", headers, "");
        assert!(head.starts_with(&format!("HTTP/1.0 {status}")), "{head}");
        assert!(!answer.contains("lihim"), "{answer}");
    }
}
