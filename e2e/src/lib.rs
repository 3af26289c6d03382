//! Tests that need another program: this library finds and drives such programs, `tests/` asks them.
//!
//! Nothing here is built into the product, and the tests run only with the feature `external`:
//!
//! ```text
//! cargo test -p aji-e2e --features external
//! ```

pub mod program;
pub mod webdriver;

pub use program::{Program, ProgramError};
pub use webdriver::{Browser, BrowserError};
