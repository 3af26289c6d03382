//! The addresses of the attention layers.
//!
//! | request | does |
//! |---|---|
//! | `GET /api/games/ID/attention?method=NAME` | what the [`Lens`] finds in the position |
//! | `POST /api/games/ID/ratings` | keeps a [`Rating`] of one of its partial boards |
//! | `GET /api/ratings` | all ratings, summed up by method |

use crate::lens::{Lens, LensError, Rating};
use crate::lobby::Lobby;
use crate::routes::{find, read};
use crate::table::Table;
use crate::trouble::Trouble;
use aji_goban::Game;
use axum::Router;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

#[derive(Clone)]
struct Shared {
    lobby: Arc<Lobby>,
    lens: Arc<dyn Lens>,
}

#[derive(Deserialize)]
struct How {
    method: Option<String>,
}

/// The addresses, if there is a lens.
pub fn router(lobby: Arc<Lobby>, lens: Option<Arc<dyn Lens>>) -> Router {
    let Some(lens) = lens else { return Router::new() };
    Router::new()
        .route("/api/games/{id}/attention", get(look))
        .route("/api/games/{id}/ratings", post(rate))
        .route("/api/ratings", get(ratings))
        .with_state(Shared { lobby, lens })
}

/// Asks the lens on a thread that may block.
async fn ask(
    lens: Arc<dyn Lens>,
    question: impl FnOnce(&dyn Lens) -> Result<Value, LensError> + Send + 'static,
) -> Result<Response, Trouble> {
    let answer = tokio::task::spawn_blocking(move || question(&*lens)).await;
    let failed = |_| LensError::Kept("the analysis failed".to_owned());
    let value = answer.map_err(failed).and_then(|answer| answer).map_err(Trouble::Lens)?;
    let kind = [(header::CONTENT_TYPE, "application/json")];
    Ok((kind, value.to_string()).into_response())
}

async fn look(
    State(shared): State<Shared>,
    id: Result<Path<String>, PathRejection>,
    query: Result<Query<How>, QueryRejection>,
) -> Result<Response, Trouble> {
    let Query(how) = query.map_err(|rejection| Trouble::BadQuery(rejection.body_text()))?;
    let game: Game = find(&shared.lobby, id)?.look(|table: &Table| table.game().clone());
    let method = how.method.unwrap_or_else(|| "all".to_owned());
    ask(shared.lens, move |lens| lens.look(&game, &method)).await
}

async fn rate(
    State(shared): State<Shared>,
    id: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Trouble> {
    let rating: Rating = read(&headers, body)?;
    let game: Game = find(&shared.lobby, id)?.look(|table: &Table| table.game().clone());
    let now = game.moves().len();
    if rating.at != now {
        return Err(Trouble::Stale { at: rating.at, now });
    }
    ask(shared.lens, move |lens| {
        lens.rate(&game, &rating)?;
        lens.ratings()
    })
    .await
}

async fn ratings(State(shared): State<Shared>) -> Result<Response, Trouble> {
    ask(shared.lens, |lens| Ok(json!(lens.ratings()?))).await
}
