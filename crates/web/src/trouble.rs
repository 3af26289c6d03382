//! What can go wrong with a request: a status, a code for programs, the place, and the remedy.

use crate::lens::LensError;
use aji_goban::point::PointError;
use aji_goban::rules::{KomiError, RulesError};
use aji_goban::{Color, Illegal, Size};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use thiserror::Error;

/// A request that cannot be fulfilled.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Trouble {
    /// The request names a host that is not this machine.
    #[error("the request was sent to the host \"{0}\", which is not this machine's loopback name")]
    ForeignHost(String),
    /// The request comes from another page.
    #[error("the request comes from \"{0}\", which is not this page")]
    ForeignOrigin(String),
    /// The body is not declared as JSON.
    #[error("the body is not declared as JSON")]
    NotJson,
    /// The body is too long.
    #[error("the body is longer than {0} bytes")]
    TooLong(usize),
    /// The body did not arrive.
    #[error("the body could not be read: {0}")]
    Unreadable(String),
    /// The body is not what it should be.
    #[error("the body is not understood: {0}")]
    BadJson(String),
    /// A number in the address that is none.
    #[error("the address's query is not understood: {0}")]
    BadQuery(String),
    /// No such address.
    #[error("there is nothing at {0}")]
    NoSuchAddress(String),
    /// The address exists, but not for this method.
    #[error("{0} does not answer to this method")]
    WrongMethod(String),
    /// No such game.
    #[error("no game is known by the id \"{0}\"")]
    UnknownGame(String),
    /// A board that the page does not offer.
    #[error("a {0}-line board is not offered")]
    BadSize(u64),
    /// A komi that cannot be used.
    #[error(transparent)]
    BadKomi(#[from] KomiError),
    /// A rule set that is not known.
    #[error(transparent)]
    BadRules(#[from] RulesError),
    /// A coordinate that names no point.
    #[error("{error}")]
    BadPoint {
        /// The field it stands in.
        place: String,
        /// What is wrong with it.
        error: PointError,
    },
    /// A game that is too long.
    #[error("the game has {n} moves, and at most {most} are allowed on {size}")]
    TooManyMoves {
        /// The moves it has.
        n: usize,
        /// The moves it may have.
        most: usize,
        /// The board.
        size: Size,
    },
    /// A move that the rules forbid.
    #[error("{color} may not play at {point}: {reason}")]
    IllegalMove {
        /// The field it stands in.
        place: String,
        /// Who wanted to play.
        color: Color,
        /// Where.
        point: String,
        /// Why not.
        reason: Illegal,
    },
    /// The other side is to move.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The action does not fit the state of the game.
    #[error("the game is {is}, so that is not possible")]
    WrongPhase {
        /// The state it is in.
        is: &'static str,
        /// What to do instead.
        remedy: &'static str,
    },
    /// The page's game is older than the server's.
    #[error("the game has {now} moves, not {at}: it went on meanwhile")]
    Stale {
        /// The moves the page knows.
        at: usize,
        /// The moves there are.
        now: usize,
    },
    /// There is no move of the person's.
    #[error("you have not moved yet")]
    NothingToUndo,
    /// The attention layers.
    #[error(transparent)]
    Lens(LensError),
    /// No stone there.
    #[error("there is no stone on {0}")]
    NoStone(String),
}

/// The reply's body, inside `{"error": …}`.
#[derive(Serialize)]
struct Body<'a> {
    code: &'static str,
    place: &'a str,
    message: String,
    remedy: &'a str,
}

impl Trouble {
    /// The HTTP status.
    pub fn status(&self) -> StatusCode {
        use Trouble::*;
        match self {
            ForeignHost(_) => StatusCode::MISDIRECTED_REQUEST,
            ForeignOrigin(_) => StatusCode::FORBIDDEN,
            NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            TooLong(_) => StatusCode::PAYLOAD_TOO_LARGE,
            NoSuchAddress(_) | UnknownGame(_) => StatusCode::NOT_FOUND,
            WrongMethod(_) => StatusCode::METHOD_NOT_ALLOWED,
            Unreadable(_) | BadJson(_) | BadQuery(_) => StatusCode::BAD_REQUEST,
            BadSize(_) | BadKomi(_) | BadRules(_) | BadPoint { .. } | TooManyMoves { .. } => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
            Lens(LensError::Asked(_)) => StatusCode::UNPROCESSABLE_ENTITY,
            Lens(LensError::Kept(_)) => StatusCode::INTERNAL_SERVER_ERROR,
            IllegalMove { .. }
            | NotYourTurn
            | WrongPhase { .. }
            | Stale { .. }
            | NothingToUndo
            | NoStone(_) => StatusCode::CONFLICT,
        }
    }

    /// A name for programs: stays as it is.
    pub fn code(&self) -> &'static str {
        use Trouble::*;
        match self {
            ForeignHost(_) => "foreign-host",
            ForeignOrigin(_) => "foreign-origin",
            NotJson => "not-json",
            TooLong(_) => "too-long",
            Unreadable(_) => "unreadable",
            BadJson(_) => "bad-json",
            BadQuery(_) => "bad-query",
            NoSuchAddress(_) => "no-such-address",
            WrongMethod(_) => "wrong-method",
            UnknownGame(_) => "unknown-game",
            BadSize(_) => "bad-size",
            BadKomi(_) => "bad-komi",
            BadRules(_) => "bad-rules",
            BadPoint { .. } => "bad-point",
            TooManyMoves { .. } => "too-many-moves",
            IllegalMove { .. } => "illegal-move",
            NotYourTurn => "not-your-turn",
            WrongPhase { .. } => "wrong-phase",
            Stale { .. } => "stale",
            NothingToUndo => "nothing-to-undo",
            Lens(_) => "attention",
            NoStone(_) => "no-stone",
        }
    }

    /// The header, part of the address or field of the body that is at fault.
    pub fn place(&self) -> &str {
        use Trouble::*;
        match self {
            ForeignHost(_) => "Host header",
            ForeignOrigin(_) => "Origin header",
            NotJson => "Content-Type header",
            TooLong(_) | Unreadable(_) | BadJson(_) => "body",
            BadQuery(_) => "query",
            NoSuchAddress(_) => "address",
            WrongMethod(_) => "method",
            UnknownGame(_) => "id",
            BadSize(_) => "size",
            BadKomi(_) => "komi",
            BadRules(_) => "rules",
            TooManyMoves { .. } => "moves",
            BadPoint { place, .. } | IllegalMove { place, .. } => place,
            NotYourTurn | WrongPhase { .. } | NothingToUndo => "do",
            Stale { .. } => "at",
            Lens(_) => "attention",
            NoStone(_) => "point",
        }
    }

    /// What to do about it.
    pub fn remedy(&self) -> &'static str {
        use Trouble::*;
        match self {
            ForeignHost(_) => "open the page as http://127.0.0.1 or http://localhost with its port",
            ForeignOrigin(_) => "use the page that this server itself shows",
            NotJson => "send Content-Type: application/json",
            TooLong(_) => "send less; a game of the greatest length fits",
            Unreadable(_) => "send the request again",
            BadJson(_) => "send a JSON object with the fields of the documentation",
            BadQuery(_) => "write ?after=VERSION with the version of the last reply",
            NoSuchAddress(_) => "open the page at /",
            WrongMethod(_) => "use GET to look and POST to act",
            UnknownGame(_) => "create the game anew by sending its record to POST /api/games",
            BadSize(_) => "choose 5 to 19 lines",
            BadKomi(_) => "write a multiple of half a point, as in \"6.5\"",
            BadRules(_) => "choose one of the rule sets named",
            BadPoint { .. } => "write a letter without I and a number, as in D4, or pass",
            TooManyMoves { .. } => "pass to end the game, or begin a new one",
            IllegalMove { reason, .. } => match reason {
                Illegal::Occupied => "choose an empty point",
                Illegal::Ko => "play elsewhere first; after that the ko may be retaken",
                Illegal::Suicide => "choose a point where the stone has a liberty or takes stones",
                Illegal::Superko => "play elsewhere first",
            },
            NotYourTurn => "wait for the computer's move",
            WrongPhase { remedy, .. } => remedy,
            Stale { .. } => "look at the game again with GET",
            NothingToUndo => "play a move first",
            Lens(LensError::Asked(_)) => {
                "choose one of the methods and partial boards that there are"
            }
            Lens(LensError::Kept(_)) => {
                "see that the file of ratings can be written, and try again"
            }
            NoStone(_) => "choose a point with a stone on it",
        }
    }
}

impl IntoResponse for Trouble {
    fn into_response(self) -> Response {
        let body = Body {
            code: self.code(),
            place: self.place(),
            message: self.to_string(),
            remedy: self.remedy(),
        };
        let text = serde_json::json!({ "error": body }).to_string();
        (self.status(), [(header::CONTENT_TYPE, "application/json")], text).into_response()
    }
}
