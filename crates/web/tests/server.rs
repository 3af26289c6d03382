//! The server over real sockets: what it serves, what it refuses, and a whole game.

mod opponents;

use aji_goban::{Game, Move, PointSet};
use aji_web::lens::{Lens, LensError, Rating};
use aji_web::{Choice, Opponent, Options, serve, serve_with};
use opponents::Quick;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

/// A server of its own for each test; it ends with the process.
struct Server(SocketAddr);

struct Reply {
    status: u16,
    head: String,
    body: String,
}

impl Reply {
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.body))
    }

    #[track_caller]
    fn is_error(&self, status: u16, code: &str, place: &str) {
        let error = &self.json()["error"];
        assert_eq!((self.status, &error["code"]), (status, &json!(code)), "{}", self.body);
        assert_eq!(error["place"], place, "{}", self.body);
        assert!(error["remedy"].as_str().is_some_and(|text| !text.is_empty()), "{}", self.body);
    }
}

impl Server {
    fn start() -> Server {
        Server::with(|| Box::new(Quick::new(7, Duration::ZERO)))
    }

    fn with(factory: impl Fn() -> Box<dyn Opponent> + Send + Sync + 'static) -> Server {
        let (sender, receiver) = mpsc::channel();
        let options = Options { port: 0, open_browser: false, page_folder: None };
        std::thread::spawn(move || {
            serve(options, factory, move |address| sender.send(address).unwrap())
        });
        Server(receiver.recv_timeout(Duration::from_secs(20)).unwrap())
    }

    /// Sends bytes as they are and reads until the server closes.
    fn raw(&self, request: &[u8]) -> Reply {
        let mut stream = TcpStream::connect(self.0).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        // A server that refuses early may close before all is sent.
        let _ = stream.write_all(request);
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
        Reply { status, head: head.to_string(), body: body.to_string() }
    }

    fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Reply {
        let mut request = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "Host") {
            request += &format!("Host: {}\r\n", self.0);
        }
        for (name, value) in headers {
            request += &format!("{name}: {value}\r\n");
        }
        request += &format!("Content-Length: {}\r\n\r\n", body.len());
        self.raw(&[request.as_bytes(), body].concat())
    }

    fn get(&self, path: &str) -> Reply {
        self.send("GET", path, &[], b"")
    }

    fn post(&self, path: &str, body: &Value) -> Reply {
        let headers = [("Content-Type", "application/json")];
        self.send("POST", path, &headers, body.to_string().as_bytes())
    }

    fn new_game(&self, record: &Value) -> Value {
        let reply = self.post("/api/games", record);
        assert_eq!(reply.status, 201, "{}", reply.body);
        reply.json()
    }

    fn act(&self, view: &Value, action: &Value) -> Value {
        let reply = self.post(&path(view), action);
        assert_eq!(reply.status, 200, "{}", reply.body);
        self.settled(reply.json())
    }

    /// Waits until the computer has moved.
    fn settled(&self, mut view: Value) -> Value {
        while view["thinking"] == true {
            view = self.get(&format!("{}?after={}", path(&view), view["version"])).json();
        }
        view
    }
}

fn path(view: &Value) -> String {
    format!("/api/games/{}", view["id"].as_str().unwrap())
}

/// The first point where the person may play without filling a hole in a wall.
fn some_point(view: &Value, random: &mut fastrand::Rng) -> Option<String> {
    let rows: Vec<Vec<char>> = view["board"]
        .as_array()
        .unwrap()
        .iter()
        .map(|r| r.as_str().unwrap().chars().collect())
        .collect();
    let size = rows.len();
    let own = if view["person"] == "black" { 'X' } else { 'O' };
    let near = |r: usize, c: usize| {
        let at = |r: usize, c: usize| rows.get(r).and_then(|row| row.get(c)).copied();
        [at(r.wrapping_sub(1), c), at(r + 1, c), at(r, c.wrapping_sub(1)), at(r, c + 1)]
    };
    let mut names = Vec::new();
    for (r, row) in rows.iter().enumerate() {
        for (c, &cell) in row.iter().enumerate() {
            let name = format!("{}{}", b"ABCDEFGHJKLMNOPQRST"[c] as char, size - r);
            let is_hole = near(r, c).into_iter().flatten().all(|n| n == own);
            if cell == '.' && !is_hole && view["illegal"].get(&name).is_none() {
                names.push(name);
            }
        }
    }
    random.choice(names)
}

#[test]
fn the_page_and_its_parts_are_served_with_strict_headers() {
    let server = Server::start();
    let page = server.get("/");
    assert_eq!(page.status, 200);
    assert!(page.body.starts_with("<!doctype html>"));
    let head = page.head.to_ascii_lowercase();
    assert!(head.contains("content-security-policy: default-src 'none'"), "{head}");
    assert!(head.contains("x-content-type-options: nosniff"), "{head}");
    let script = server.get("/main.js");
    assert!(script.head.contains("text/javascript"), "{}", script.head);
    server.get("/secret.txt").is_error(404, "no-such-address", "address");
    server.get("/api/nothing").is_error(404, "no-such-address", "address");
    server.get("/%2e%2e/Cargo.toml").is_error(404, "no-such-address", "address");
    server.send("DELETE", "/", &[], b"").is_error(405, "wrong-method", "method");
}

#[test]
fn foreign_hosts_and_origins_are_refused() {
    let server = Server::start();
    let port = server.0.port();
    let json = ("Content-Type", "application/json");
    for host in ["example.com", "127.0.0.1.example.com", "192.168.1.5:8361", ""] {
        let reply = server.send("GET", "/", &[("Host", host)], b"");
        reply.is_error(421, "foreign-host", "Host header");
    }
    let none = server.raw(b"GET / HTTP/1.0\r\n\r\n");
    none.is_error(421, "foreign-host", "Host header");
    for origin in ["http://example.com", "null", "https://127.0.0.1", "http://127.0.0.1:1"] {
        let reply = server.send("POST", "/api/games", &[json, ("Origin", origin)], b"{}");
        reply.is_error(403, "foreign-origin", "Origin header");
    }
    let cross = [json, ("Sec-Fetch-Site", "cross-site")];
    server.send("POST", "/api/games", &cross, b"{}").is_error(
        403,
        "foreign-origin",
        "Origin header",
    );
    let own = [json, ("Origin", &format!("http://127.0.0.1:{port}"))];
    assert_eq!(server.send("POST", "/api/games", &own, b"{}").status, 201);
    let (host, origin) = (format!("localhost:{port}"), format!("http://localhost:{port}"));
    let named = [json, ("Host", &host), ("Origin", &origin)];
    assert_eq!(server.send("POST", "/api/games", &named, b"{}").status, 201);
}

#[test]
fn a_whole_game_is_played_and_counted() {
    let server = Server::start();
    let mut random = fastrand::Rng::with_seed(11);
    for (size, color) in [(5, "black"), (9, "white"), (9, "black")] {
        let view = server.new_game(&json!({ "size": size, "color": color }));
        let mut view = server.settled(view);
        for _ in 0..300 {
            if view["phase"] != "playing" {
                break;
            }
            assert_eq!(view["turn"], color);
            let at = view["n_moves"].clone();
            let action = match some_point(&view, &mut random) {
                Some(point) if view["last"] != "pass" => {
                    json!({ "do": "play", "point": point, "at": at })
                }
                _ => json!({ "do": "pass", "at": at }),
            };
            view = server.act(&view, &action);
        }
        assert_eq!(view["phase"], "scoring", "{view}");
        let total = |side: &str| view["score"]["count"][side]["total"].as_f64().unwrap();
        let lead = total("black") - total("white");
        let text = view["score"]["text"].as_str().unwrap();
        let (winner, points) = text.split_once('+').unwrap();
        assert_eq!(points.parse::<f64>().unwrap(), lead.abs());
        assert_eq!(winner, if lead > 0.0 { "B" } else { "W" });

        // A reload, then the end.
        assert_eq!(server.get(&path(&view)).json(), view);
        let end = server.act(&view, &json!({ "do": "agree" }));
        assert_eq!((&end["phase"], &end["result"]), (&json!("finished"), &json!(text)));
        let sgf = server.get(&format!("{}/sgf", path(&end)));
        assert!(sgf.head.contains("attachment"), "{}", sgf.head);
        assert!(sgf.body.contains(&format!("RE[{text}]")), "{}", sgf.body);
        let n_moves = sgf.body.matches(";B[").count() + sgf.body.matches(";W[").count();
        assert_eq!(json!(n_moves), end["n_moves"]);

        // A server that never saw the game goes on with its record.
        let elsewhere = Server::start().new_game(&end["record"]);
        for field in ["board", "phase", "result", "score", "record", "captures"] {
            assert_eq!(elsewhere[field], end[field], "{field}");
        }
    }
}

#[test]
fn bad_requests_are_refused_with_place_and_remedy() {
    let server = Server::start();
    let send = |body: &[u8]| {
        server.send("POST", "/api/games", &[("Content-Type", "application/json")], body)
    };
    for body in
        [&b""[..], b"{", b"[]", b"null", b"{\"size\":\"nine\"}", b"{\"size\":-1}", b"\xff\xfe"]
    {
        send(body).is_error(400, "bad-json", "body");
    }
    send(b"{\"lines\":9}").is_error(400, "bad-json", "body");
    send(&[b'['; 30_000]).is_error(400, "bad-json", "body");
    send(&[b' '; 200_000]).is_error(413, "too-long", "body");
    send(b"{\"size\":4}").is_error(422, "bad-size", "size");
    send(b"{\"size\":18446744073709551615}").is_error(422, "bad-size", "size");
    send(b"{\"komi\":\"many\"}").is_error(422, "bad-komi", "komi");
    send(b"{\"rules\":\"mine\"}").is_error(422, "bad-rules", "rules");
    send(b"{\"moves\":[\"E5\",\"I5\"]}").is_error(422, "bad-point", "moves[1]");
    send(b"{\"moves\":[\"E5\",\"E5\"]}").is_error(409, "illegal-move", "moves[1]");
    server.send("POST", "/api/games", &[], b"{}").is_error(415, "not-json", "Content-Type header");

    let view = server.new_game(&json!({}));
    let act = |action: Value| server.post(&path(&view), &action);
    act(json!({ "do": "dance" })).is_error(400, "bad-json", "body");
    act(json!({ "do": "play" })).is_error(400, "bad-json", "body");
    act(json!({ "do": "play", "point": "K10" })).is_error(422, "bad-point", "point");
    act(json!({ "do": "play", "point": "é5" })).is_error(422, "bad-point", "point");
    act(json!({ "do": "play", "point": "E5", "at": 3 })).is_error(409, "stale", "at");
    act(json!({ "do": "undo" })).is_error(409, "nothing-to-undo", "do");
    act(json!({ "do": "agree" })).is_error(409, "wrong-phase", "do");
    act(json!({ "do": "resume" })).is_error(409, "wrong-phase", "do");
    act(json!({ "do": "dead", "point": "E5" })).is_error(409, "wrong-phase", "do");
    server.get(&format!("{}?after=soon", path(&view))).is_error(400, "bad-query", "query");
    server.get("/api/games/0123").is_error(404, "unknown-game", "id");
    server.get("/api/games/%00").is_error(404, "unknown-game", "id");
    server.get("/api/games/%ff").is_error(404, "unknown-game", "id");
    server.get("/api/games/0123/sgf").is_error(404, "unknown-game", "id");
    server.post("/api/games/0123", &json!({ "do": "undo" })).is_error(404, "unknown-game", "id");
    assert_eq!(server.get(&path(&view)).json(), view, "nothing of that has changed the game");
}

#[test]
fn illegal_moves_are_named_before_and_after_they_are_tried() {
    let server = Server::start();
    // Black has just been taken at D4 and may not retake; A1 is a white eye.
    let moves = ["D5", "E5", "C4", "F4", "D3", "E3", "E4", "D4"];
    let ko = server.new_game(&json!({ "moves": moves }));
    assert_eq!(ko["illegal"], json!({ "E4": "ko" }), "{ko}");
    let reply = server.post(&path(&ko), &json!({ "do": "play", "point": "E4" }));
    reply.is_error(409, "illegal-move", "point");
    assert!(reply.body.contains("ko"), "{}", reply.body);
    let moves = ["E5", "A2", "E6", "B1"];
    let eye = server.new_game(&json!({ "moves": moves }));
    assert_eq!(eye["illegal"], json!({ "A1": "suicide" }), "{eye}");
    let reply = server.post(&path(&eye), &json!({ "do": "play", "point": "A1" }));
    reply.is_error(409, "illegal-move", "point");
    let reply = server.post(&path(&eye), &json!({ "do": "play", "point": "E5" }));
    assert!(reply.body.contains("occupied"), "{}", reply.body);
}

#[test]
fn old_games_make_room_for_new_ones() {
    let server = Server::start();
    let first = server.new_game(&json!({}));
    let second = server.new_game(&json!({}));
    for _ in 0..aji_web::lobby::MOST_GAMES - 1 {
        assert_eq!(server.get(&path(&first)).status, 200, "what is used stays");
        server.new_game(&json!({ "size": 5 }));
    }
    assert_eq!(server.get(&path(&first)).status, 200);
    server.get(&path(&second)).is_error(404, "unknown-game", "id");
}

/// Thinks until it is told to stop, or breaks.
struct Stubborn {
    panics: bool,
}

impl Opponent for Stubborn {
    fn choose(&mut self, _: &Game, cancel: &AtomicBool) -> Choice {
        assert!(!self.panics, "this panic belongs to the test");
        while !cancel.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(2));
        }
        Choice::Play(Move::Pass)
    }

    fn dead_stones(&mut self, _: &Game) -> PointSet {
        PointSet::EMPTY
    }
}

#[test]
fn a_thinking_computer_stops_when_the_person_takes_the_move_back() {
    let server = Server::with(|| Box::new(Stubborn { panics: false }));
    // More games than opponents may think: each must let the next one have its turn.
    for _ in 0..4 {
        let view = server.new_game(&json!({}));
        let reply = server.post(&path(&view), &json!({ "do": "play", "point": "E5" })).json();
        assert_eq!(reply["thinking"], true);
        let before = Instant::now();
        let undone = server.act(&view, &json!({ "do": "undo" }));
        assert_eq!((&undone["n_moves"], &undone["thinking"]), (&json!(0), &json!(false)));
        assert!(before.elapsed() < Duration::from_secs(10));
    }
}

#[test]
fn a_computer_that_panics_is_reported_and_the_game_goes_on() {
    let server = Server::with(|| Box::new(Stubborn { panics: true }));
    let view = server.new_game(&json!({}));
    let view = server.act(&view, &json!({ "do": "play", "point": "E5" }));
    assert!(view["fault"].as_str().unwrap().contains("broke down"), "{view}");
    let view = server.act(&view, &json!({ "do": "undo" }));
    assert_eq!((&view["fault"], &view["n_moves"]), (&Value::Null, &json!(0)));
}

/// Finds nothing but the method's name, and remembers ratings.
#[derive(Default)]
struct Loupe(Mutex<Vec<Rating>>);

impl Lens for Loupe {
    fn look(&self, game: &Game, method: &str) -> Result<Value, LensError> {
        match method {
            "all" => Ok(json!({ "method": method, "moves": game.moves().len() })),
            _ => Err(LensError::Asked(format!("\"{method}\" is no method"))),
        }
    }

    fn rate(&self, _: &Game, rating: &Rating) -> Result<(), LensError> {
        self.0.lock().unwrap().push(rating.clone());
        Ok(())
    }

    fn ratings(&self) -> Result<Value, LensError> {
        Ok(json!({ "ratings": self.0.lock().unwrap().len() }))
    }
}

#[test]
fn a_lens_looks_at_the_position_and_keeps_what_people_think() {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let options = Options { port: 0, open_browser: false, page_folder: None };
        let lens: Option<Arc<dyn Lens>> = Some(Arc::new(Loupe::default()));
        let factory = || -> Box<dyn Opponent> { Box::new(Quick::new(7, Duration::ZERO)) };
        serve_with(options, factory, lens, move |address| sender.send(address).unwrap())
    });
    let server = Server(receiver.recv_timeout(Duration::from_secs(20)).unwrap());
    let view = server.act(&server.new_game(&json!({})), &json!({ "do": "play", "point": "E5" }));
    let attention = format!("{}/attention", path(&view));
    assert_eq!(server.get(&attention).json(), json!({ "method": "all", "moves": 2 }));
    server.get(&format!("{attention}?method=most")).is_error(422, "attention", "attention");
    let ratings = format!("{}/ratings", path(&view));
    let rating = |at: u32| json!({ "method": "all", "board": 0, "at": at, "grade": "unfitting", "reason": "too-narrow" });
    assert_eq!(server.post(&ratings, &rating(2)).json(), json!({ "ratings": 1 }));
    server.post(&ratings, &rating(1)).is_error(409, "stale", "at");
    let unknown = json!({ "method": "all", "board": 0, "at": 2, "grade": "fine" });
    server.post(&ratings, &unknown).is_error(400, "bad-json", "body");
    assert_eq!(server.get("/api/ratings").json(), json!({ "ratings": 1 }));
    let plain = Server::start();
    let view = plain.new_game(&json!({}));
    plain.get(&format!("{}/attention", path(&view))).is_error(404, "no-such-address", "address");
}
