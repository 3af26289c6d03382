//! Addresses, and what is done when they are asked for.
//!
//! | request | does |
//! |---|---|
//! | `POST /api/games` | sets up the game of a [`Record`]; `{}` is an empty 9×9 with Black |
//! | `GET /api/games/ID?after=VERSION` | the game, as soon as its version is another one |
//! | `POST /api/games/ID` | does an [`Action`] |
//! | `GET /api/games/ID/sgf` | the game as SGF |
//!
//! The attention layers have addresses of their own: [`attention`]. All but the last answer with a [`View`](crate::view::View), or with `{"error": {code, place, message, remedy}}`.

use crate::attention;
use crate::guard;
use crate::lens::Lens;
use crate::lobby::{Lobby, Seat};
use crate::page::Page;
use crate::record::{self, Record, parse_move};
use crate::table::Table;
use crate::trouble::Trouble;
use aji_goban::Move;
use axum::Router;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, PathRejection, QueryRejection};
use axum::extract::{DefaultBodyLimit, Path, Query, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::sync::Arc;

/// The longest body. A game of the greatest length takes a third of it.
pub const MOST_BYTES: usize = 32 * 1024;

/// What a person can do.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub enum Action {
    /// Puts a stone down, if the game still has `at` moves.
    Play {
        /// Where.
        point: String,
        /// The number of moves that the person saw.
        at: Option<usize>,
    },
    /// Passes, if the game still has `at` moves.
    Pass {
        /// The number of moves that the person saw.
        at: Option<usize>,
    },
    /// Takes back the last move of their own and the answer to it.
    Undo,
    /// Gives up.
    Resign,
    /// Calls a group dead, or alive if it was dead.
    Dead {
        /// A stone of it.
        point: String,
        /// Only this chain, and not its friends nearby.
        #[serde(default)]
        alone: bool,
    },
    /// Agrees with the dead stones.
    Agree,
    /// Plays on instead of counting.
    Resume,
    /// Asks the computer again after it failed.
    Retry,
}

#[derive(Deserialize)]
struct Wait {
    after: Option<u64>,
}

/// All addresses of the server; those of the attention layers if there is a lens.
pub fn router(lobby: Arc<Lobby>, page: Arc<Page>, lens: Option<Arc<dyn Lens>>) -> Router {
    let layers = attention::router(lobby.clone(), lens);
    let games = Router::new()
        .route("/api/games", post(create))
        .route("/api/games/{id}", get(show).post(act))
        .route("/api/games/{id}/sgf", get(sgf))
        .with_state(lobby);
    Router::new()
        .route("/", get(page_file))
        .route("/{file}", get(page_file))
        .with_state(page)
        .merge(games)
        .merge(layers)
        .fallback(nothing)
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(middleware::from_fn(guard::check))
        .layer(middleware::from_fn(harden))
}

async fn create(
    State(lobby): State<Arc<Lobby>>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Trouble> {
    let record: Record = read(&headers, body)?;
    let seat = lobby.open(record.set_up()?);
    Ok(reply(StatusCode::CREATED, &seat))
}

async fn show(
    State(lobby): State<Arc<Lobby>>,
    id: Result<Path<String>, PathRejection>,
    query: Result<Query<Wait>, QueryRejection>,
) -> Result<Response, Trouble> {
    let Query(wait) = query.map_err(|rejection| Trouble::BadQuery(rejection.body_text()))?;
    let seat = find(&lobby, id)?;
    if let Some(version) = wait.after {
        seat.changed_since(version).await;
    }
    Ok(reply(StatusCode::OK, &seat))
}

async fn act(
    State(lobby): State<Arc<Lobby>>,
    id: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Trouble> {
    let action: Action = read(&headers, body)?;
    let seat = find(&lobby, id)?;
    lobby.act(&seat, |table| apply(table, &action))?;
    Ok(reply(StatusCode::OK, &seat))
}

/// Does the action on the table.
fn apply(table: &mut Table, action: &Action) -> Result<(), Trouble> {
    let size = table.game().size();
    let point = |text| parse_move(text, size, || "point".into());
    match action {
        Action::Play { point: text, at } => table.play(point(text)?, *at),
        Action::Pass { at } => table.play(Move::Pass, *at),
        Action::Undo => table.undo(),
        Action::Resign => table.resign(),
        Action::Dead { point: text, alone } => match point(text)? {
            Move::Place(point) => table.toggle_dead(point, *alone),
            Move::Pass => Err(Trouble::NoStone("a pass".into())),
        },
        Action::Agree => table.agree(),
        Action::Resume => table.resume(),
        Action::Retry => {
            table.retry();
            Ok(())
        }
    }
}

async fn sgf(
    State(lobby): State<Arc<Lobby>>,
    id: Result<Path<String>, PathRejection>,
) -> Result<Response, Trouble> {
    let text = find(&lobby, id)?.look(record::sgf);
    let headers = [
        (header::CONTENT_TYPE, "application/x-go-sgf; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"aji.sgf\""),
    ];
    Ok((headers, text).into_response())
}

async fn page_file(State(page): State<Arc<Page>>, uri: Uri) -> Result<Response, Trouble> {
    let path = uri.path();
    let file = page.file(path).ok_or_else(|| Trouble::NoSuchAddress(shorten(path)))?;
    Ok(([(header::CONTENT_TYPE, file.kind)], file.bytes).into_response())
}

async fn nothing(uri: Uri) -> Trouble {
    Trouble::NoSuchAddress(shorten(uri.path()))
}

async fn wrong_method(uri: Uri) -> Trouble {
    Trouble::WrongMethod(shorten(uri.path()))
}

/// Headers for every reply: nothing from elsewhere is loaded, nothing is kept by the browser, and no
/// other page shows this one in a frame.
async fn harden(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let mut set = |name, value| headers.insert(name, HeaderValue::from_static(value));
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "no-referrer");
    set(header::CACHE_CONTROL, "no-store");
    response
}

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// Reads a JSON body.
pub(crate) fn read<T: DeserializeOwned>(
    headers: &HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<T, Trouble> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let kind = kind.unwrap_or_default().split(';').next().unwrap_or_default();
    if !kind.trim().eq_ignore_ascii_case("application/json") {
        return Err(Trouble::NotJson);
    }
    let body = body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Trouble::TooLong(MOST_BYTES),
        _ => Trouble::Unreadable(rejection.body_text()),
    })?;
    // A list of values in the right order would do for the parser, but not for the documentation.
    if body.trim_ascii_start().first() != Some(&b'{') {
        return Err(Trouble::BadJson("it does not begin with {".into()));
    }
    serde_json::from_slice(&body).map_err(|error| Trouble::BadJson(shorten(&error.to_string())))
}

fn reply(status: StatusCode, seat: &Seat) -> Response {
    match serde_json::to_string(&seat.view()) {
        Ok(text) => (status, [(header::CONTENT_TYPE, "application/json")], text).into_response(),
        Err(error) => Trouble::Unreadable(error.to_string()).into_response(),
    }
}

/// The game that the address names.
pub(crate) fn find(
    lobby: &Lobby,
    id: Result<Path<String>, PathRejection>,
) -> Result<Arc<Seat>, Trouble> {
    let Path(id) = id.map_err(|_| Trouble::UnknownGame("bytes that are not text".into()))?;
    lobby.find(&id)
}

/// What is said back of what was sent has an end.
fn shorten(text: &str) -> String {
    text.chars().take(200).collect()
}
