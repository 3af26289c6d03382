//! The project's own chores. `cargo xtask test` is the one test command.
fn main() {}
