//! A headless Chromium, driven through chromedriver: just as much of the WebDriver protocol as the
//! tests use, over a plain socket.

use crate::program::{Program, ProgramError, on_path};
use serde_json::{Value, json};
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use thiserror::Error;

/// The longest that one command may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// Why the browser did not do it.
#[derive(Debug, Error)]
pub enum BrowserError {
    /// A program is missing or does not start.
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// The driver cannot be reached.
    #[error("chromedriver does not answer: {0}")]
    Connection(#[from] io::Error),
    /// The driver's reply is not understood.
    #[error("chromedriver's reply is not understood: {0}")]
    Reply(String),
    /// The driver refuses.
    #[error("{command}: {message}")]
    Refused {
        /// The command.
        command: String,
        /// The driver's words.
        message: String,
    },
    /// What was waited for did not come.
    #[error("waited {seconds} seconds for {0}", seconds = PATIENCE.as_secs())]
    Timeout(String),
}

type Result<T> = std::result::Result<T, BrowserError>;

/// One browser window with a fresh profile; it closes when this value goes.
pub struct Browser {
    port: u16,
    session: String,
    profile: PathBuf,
    /// Ends after the session, which `drop` closes first.
    _driver: Program,
}

impl Browser {
    /// Opens a browser whose profile lives in a folder of this name under the build's temporary one.
    pub fn open(profile: &Path) -> Result<Browser> {
        let remedy = "install Chromium and its driver (Debian: chromium, chromium-driver)";
        let chromium = on_path(&["chromium", "chromium-browser", "google-chrome"], remedy)?;
        let chromedriver = on_path(&["chromedriver"], remedy)?;
        // What an earlier run has left; there may be nothing.
        let _ = std::fs::remove_dir_all(profile);
        let (driver, port) =
            Program::start(&chromedriver, &["--port=0"], "started successfully on port ")?;
        let port = port.trim_end_matches('.').parse();
        let port = port.map_err(|_| BrowserError::Reply("it names no port".into()))?;
        let data = format!("--user-data-dir={}", profile.display());
        let arguments = [
            "--headless",
            "--no-sandbox", // as root there is none
            "--disable-gpu",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--hide-scrollbars",
            &data,
        ];
        let options = json!({ "binary": chromium, "args": arguments });
        let wanted = json!({ "capabilities": { "alwaysMatch": {
            "browserName": "chrome",
            "goog:chromeOptions": options,
            "goog:loggingPrefs": { "browser": "ALL" },
        } } });
        let reply = request(port, "POST", "/session", &wanted)?;
        let session = reply["sessionId"].as_str();
        let session = session.ok_or_else(|| BrowserError::Reply(reply.to_string()))?.to_string();
        Ok(Browser { port, session, profile: profile.into(), _driver: driver })
    }

    /// Shows the page at this address.
    pub fn go_to(&self, address: &str) -> Result<()> {
        self.post("url", &json!({ "url": address })).map(drop)
    }

    /// Loads the page again.
    pub fn reload(&self) -> Result<()> {
        self.post("refresh", &json!({})).map(drop)
    }

    /// Runs the body of a function in the page, with `arguments`, and returns what it returns.
    pub fn run(&self, script: &str, arguments: Value) -> Result<Value> {
        self.post("execute/sync", &json!({ "script": script, "args": arguments }))
    }

    /// Clicks on the first element that the selector finds, as a person with a mouse does.
    pub fn click(&self, selector: &str) -> Result<()> {
        let element = self.find(selector)?;
        self.post(&format!("element/{element}/click"), &json!({})).map(drop)
    }

    /// Taps with a finger on the middle of the first element that the selector finds, which must be in
    /// the window.
    pub fn tap(&self, selector: &str) -> Result<()> {
        let script = "const box = document.querySelector(arguments[0]).getBoundingClientRect();\
            return { x: box.x + box.width / 2, y: box.y + box.height / 2 }";
        let middle = self.run(script, json!([selector]))?;
        let touch = |kind: &str, points: Value| {
            self.devtools(
                "Input.dispatchTouchEvent",
                &json!({ "type": kind, "touchPoints": points }),
            )
        };
        touch("touchStart", json!([middle]))?;
        touch("touchEnd", json!([]))
    }

    /// Types on the first element that the selector finds; special keys are those of the protocol.
    pub fn type_on(&self, selector: &str, text: &str) -> Result<()> {
        let element = self.find(selector)?;
        self.post(&format!("element/{element}/value"), &json!({ "text": text })).map(drop)
    }

    /// The text of the first element that the selector finds.
    pub fn text(&self, selector: &str) -> Result<String> {
        let found = self.run(
            "return document.querySelector(arguments[0])?.textContent ?? null",
            json!([selector]),
        )?;
        let text = found.as_str().ok_or_else(|| BrowserError::Timeout(selector.into()))?;
        Ok(text.trim().to_string())
    }

    /// Waits until a JavaScript expression is true; `what` says in words what that means.
    pub fn wait_until(&self, what: &str, expression: &str) -> Result<()> {
        let end = Instant::now() + PATIENCE;
        let script = format!("return Boolean({expression})");
        while self.run(&script, json!([]))? != Value::Bool(true) {
            if Instant::now() > end {
                return Err(BrowserError::Timeout(what.into()));
            }
            std::thread::sleep(Duration::from_millis(30));
        }
        Ok(())
    }

    /// Pretends to be a window of this size, in the light or dark color scheme, with a finger for a
    /// pointer or without.
    pub fn pretend(&self, width: u32, height: u32, scheme: &str, is_phone: bool) -> Result<()> {
        let scale = if is_phone { 2 } else { 1 };
        self.devtools(
            "Emulation.setDeviceMetricsOverride",
            &json!({ "width": width, "height": height, "deviceScaleFactor": scale, "mobile": is_phone }),
        )?;
        self.devtools("Emulation.setTouchEmulationEnabled", &json!({ "enabled": is_phone }))?;
        let feature = json!({ "name": "prefers-color-scheme", "value": scheme });
        self.devtools("Emulation.setEmulatedMedia", &json!({ "features": [feature] }))
    }

    /// Leaves a picture of the window in a file.
    pub fn screenshot(&self, file: &Path) -> Result<()> {
        let reply = request(self.port, "GET", &self.address("screenshot"), &Value::Null)?;
        let text = reply.as_str().ok_or_else(|| BrowserError::Reply("no picture".into()))?;
        let bytes = decode_base64(text).ok_or_else(|| BrowserError::Reply("no base64".into()))?;
        std::fs::write(file, bytes)?;
        Ok(())
    }

    /// The warnings and errors that the page has left in the console since the last call.
    pub fn complaints(&self) -> Result<Vec<String>> {
        let entries = self.post("se/log", &json!({ "type": "browser" }))?;
        let entries = entries.as_array().cloned().unwrap_or_default();
        let is_bad = |entry: &&Value| matches!(entry["level"].as_str(), Some("SEVERE" | "WARNING"));
        Ok(entries.iter().filter(is_bad).map(|entry| entry["message"].to_string()).collect())
    }

    fn devtools(&self, command: &str, parameters: &Value) -> Result<()> {
        self.post("goog/cdp/execute", &json!({ "cmd": command, "params": parameters })).map(drop)
    }

    fn find(&self, selector: &str) -> Result<String> {
        let reply = self.post("element", &json!({ "using": "css selector", "value": selector }))?;
        let id = reply.as_object().and_then(|object| object.values().next()?.as_str());
        id.map(String::from).ok_or_else(|| BrowserError::Reply(reply.to_string()))
    }

    fn post(&self, command: &str, body: &Value) -> Result<Value> {
        request(self.port, "POST", &self.address(command), body)
    }

    fn address(&self, command: &str) -> String {
        format!("/session/{}/{command}", self.session)
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Closes Chromium; if that fails there is no one to tell, and the driver ends next.
        let _ = request(self.port, "DELETE", &format!("/session/{}", self.session), &Value::Null);
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}

/// Sends one command and returns the `value` of the reply.
fn request(port: u16, method: &str, address: &str, body: &Value) -> Result<Value> {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let head = format!(
        "{method} {address} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(body.as_bytes())?;
    let text = read_body(&mut stream)?;
    let mut reply: Value =
        serde_json::from_slice(&text).map_err(|error| BrowserError::Reply(error.to_string()))?;
    let value = reply["value"].take();
    match value.get("error") {
        Some(error) => Err(BrowserError::Refused {
            command: address.rsplit_once('/').map_or(address, |(_, last)| last).to_string(),
            message: format!("{error}: {}", value["message"].as_str().unwrap_or_default()),
        }),
        None => Ok(value),
    }
}

/// The body of a reply with a `Content-Length`.
fn read_body(stream: &mut TcpStream) -> Result<Vec<u8>> {
    let (mut bytes, mut chunk) = (Vec::new(), [0; 16 * 1024]);
    loop {
        if let Some(start) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&bytes[..start]).to_ascii_lowercase();
            let length = head.lines().find_map(|line| line.strip_prefix("content-length:"));
            let length = length.and_then(|text| text.trim().parse::<usize>().ok());
            let length = length.ok_or_else(|| BrowserError::Reply("it has no length".into()))?;
            if bytes.len() >= start + 4 + length {
                return Ok(bytes[start + 4..start + 4 + length].to_vec());
            }
        }
        match stream.read(&mut chunk)? {
            0 => return Err(BrowserError::Reply("it broke off".into())),
            n => bytes.extend_from_slice(&chunk[..n]),
        }
    }
}

/// Decodes standard base64; nothing if a character does not belong there.
fn decode_base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut n_bits) = (0_u32, 0);
    for character in text.bytes().filter(|byte| !byte.is_ascii_whitespace() && *byte != b'=') {
        let value = match character {
            b'A'..=b'Z' => character - b'A',
            b'a'..=b'z' => character - b'a' + 26,
            b'0'..=b'9' => character - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        bits = (bits << 6 | u32::from(value)) & 0xffff;
        n_bits += 6;
        if n_bits >= 8 {
            n_bits -= 8;
            bytes.push((bits >> n_bits) as u8);
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_decoded() {
        assert_eq!(decode_base64("QWppIDE5eDE5").unwrap(), b"Aji 19x19");
        assert_eq!(decode_base64("/+8=").unwrap(), [0xff, 0xef]);
        assert_eq!(decode_base64("AA==").unwrap(), [0]);
        assert_eq!(decode_base64("Aj*i"), None);
    }
}
