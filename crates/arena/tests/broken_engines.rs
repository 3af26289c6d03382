//! Every way in which an engine can break: the game is lost for a recorded reason, the engine is started
//! again, and the match goes on.

mod support;

use aji_arena::engine::{Engine, EngineSpec, Fault, Patience};
use aji_arena::record::{Ending, GameRecord, Remark};
use aji_goban::Color;
use support::{engine, play, schedule};

/// Two games of a broken engine; both must end with its loss by the given reason.
fn check(options: &str, reason: &str) -> Vec<GameRecord> {
    let (outcome, games) = play(&schedule(engine(options), 2));
    assert_eq!(games.len(), 2, "the match goes on");
    for game in &games {
        assert_eq!(game.reason, reason, "{:?}", game.ending);
        assert_eq!(game.ending.winner().map(|winner| game.side(winner).player), Some(1));
    }
    assert_eq!(outcome.standing.tally(0).losses, 2);
    games
}

fn fault(game: &GameRecord) -> &Fault {
    match &game.ending {
        Ending::Fault { fault, .. } => fault,
        other => panic!("no fault: {other:?}"),
    }
}

#[test]
fn an_engine_that_exits_loses_and_is_started_again() {
    let games = check("--fault exit", "exited");
    let Fault::Exited { status, command } = fault(&games[1]) else { panic!() };
    assert!(status.contains('7') && status.contains("out of luck"), "{status}");
    assert!(command.starts_with("genmove"));
    assert_eq!(games[0].result, "W+F");
    assert!(games[1].white.stderr.contains("out of luck"), "stderr is kept with the game");
    assert!(games[1].moves.len() >= 4, "the second game was played by a new process");
}

#[test]
fn an_engine_that_hangs_loses_on_time() {
    let games = check("--fault hang", "hung");
    assert_eq!(games[0].result, "W+T");
    assert_eq!(
        fault(&games[0]).to_string(),
        "the engine gave no answer to \"genmove black\" within 1 s"
    );
}

#[test]
fn an_engine_that_answers_nonsense_loses() {
    let games = check("--fault garbage", "garbage");
    assert_eq!(
        fault(&games[0]).to_string(),
        "the engine answered \"genmove black\" with \"my best move\""
    );
}

#[test]
fn an_engine_that_talks_without_answering_loses_for_what_it_said() {
    let games = check("--fault noise", "garbage");
    assert!(fault(&games[0]).to_string().contains("thinking is hard"));
}

#[test]
fn an_engine_that_answers_more_often_than_it_is_asked_loses() {
    check("--fault chatter", "garbage");
}

#[test]
fn an_illegal_move_loses_and_names_the_rule() {
    let games = check("--fault illegal", "illegal_move");
    assert!(fault(&games[0]).to_string().ends_with("the point is occupied"));
    let replayed = games[0].replay().unwrap();
    assert_eq!(replayed.moves().len(), games[0].moves.len(), "the illegal move is not in the game");
}

#[test]
fn a_flood_on_stderr_is_drained_counted_and_cut() {
    let (_, games) = play(&schedule(engine("--fault flood --dead ''"), 2));
    for (game, color) in games.iter().zip([Color::Black, Color::White]) {
        assert_eq!(game.reason, "counted", "the flood does no harm");
        let Some(Remark::StderrFlood { side, bytes }) = game.remarks.first() else {
            panic!("{:?}", game.remarks)
        };
        assert_eq!(Color::from(*side), color);
        assert!(*bytes > 4 << 20, "{bytes}");
        let kept = &game.side(color).stderr;
        assert!(!kept.is_empty() && kept.len() <= 16 * 1024);
    }
}

#[test]
fn an_engine_that_refuses_the_size_loses_every_game() {
    let games = check("--fault refuse-size", "refused_size");
    let text = fault(&games[0]).to_string();
    assert_eq!(text, "the engine refuses a 7×7 board: unacceptable size");
}

#[test]
fn an_engine_on_a_board_of_the_wrong_size_plays_off_the_board() {
    let games = check("--fault wrong-size", "illegal_move");
    let text = fault(&games[0]).to_string();
    assert!(text.contains("no intersection of a 7×7 board"), "{text}");
}

#[test]
fn an_engine_that_refuses_the_komi_loses_every_game() {
    let games = check("--fault refuse-komi", "refused_komi");
    assert_eq!(fault(&games[0]).to_string(), "the engine refuses komi 6.5: komi is for the weak");
}

#[test]
fn an_engine_that_refuses_a_legal_move_loses() {
    let games = check("--fault refuse-move", "refused_move");
    let text = fault(&games[0]).to_string();
    assert!(text.starts_with("the engine refuses the legal move white "), "{text}");
}

/// The fault that keeps an engine from starting at all.
fn start(spec: &EngineSpec) -> Fault {
    let patience = Patience { start: 1.0, ..Patience::default() };
    Engine::start(spec, patience).map(|engine| engine.process_id()).unwrap_err()
}

#[test]
fn what_cannot_be_started_is_said_before_the_first_game() {
    let missing = EngineSpec::parse("no-such-engine --mode gtp").unwrap();
    let text = start(&missing).to_string();
    assert!(text.starts_with("cannot start \"no-such-engine --mode gtp\": "), "{text}");
    let mut nowhere = engine("");
    nowhere.folder = Some("/no/such/folder".into());
    let text = start(&nowhere).to_string();
    assert!(text.contains("its folder /no/such/folder does not exist"), "{text}");
}

#[test]
fn what_speaks_no_gtp_is_told_apart() {
    let echo = EngineSpec::parse("cat").unwrap();
    let text = start(&echo).to_string();
    assert!(text.contains("does not speak GTP") && text.contains("--mode gtp"), "{text}");
    assert!(text.contains("it answered list_commands with \"list_commands\""), "{text}");
    let gone = engine("--fault exit-at-once");
    let text = start(&gone).to_string();
    assert!(text.contains("ended before its first answer") && text.contains("no weights found"));
}

#[test]
fn a_missing_command_is_named() {
    let fault = start(&engine("--fault lack-komi"));
    assert_eq!(fault, Fault::LacksCommand { command: "komi".into() });
}

#[test]
fn a_refused_set_up_command_is_named() {
    let mut spec = engine("");
    spec.setup = vec!["level 10".into()];
    let text = start(&spec).to_string();
    assert_eq!(text, "the engine refuses \"level 10\": unknown command");
}

#[test]
fn time_for_the_game_runs_out() {
    let mut schedule = schedule(engine("--pause 60"), 1);
    schedule.conditions.clock.per_game = Some(0.3);
    let (_, games) = play(&schedule);
    assert_eq!((games[0].reason.as_str(), games[0].result.as_str()), ("out_of_time", "W+T"));
}

#[test]
fn time_for_a_move_is_kept_by_the_arena() {
    let mut schedule = schedule(engine("--pause 900"), 1);
    schedule.conditions.clock.per_move = Some(0.1);
    schedule.conditions.patience.grace = 0.2;
    let (_, games) = play(&schedule);
    assert_eq!(games[0].reason, "hung");
}

#[test]
fn engines_end_with_their_owner() {
    let engine = Engine::start(&engine(""), Patience::default()).unwrap();
    let id = engine.process_id();
    let place = std::path::PathBuf::from(format!("/proc/{id}"));
    let is_linux = std::path::Path::new("/proc/self").exists();
    assert!(!is_linux || place.exists());
    drop(engine);
    assert!(!place.exists(), "the process was ended and waited for");
}

#[test]
fn what_a_hanging_engine_has_started_ends_with_it() {
    // A shell that starts a sleeper and never answers; the sleeper's id comes by stderr.
    let spec = EngineSpec::parse("sh -c 'sleep 60 & echo $! >&2; wait'").unwrap();
    let mut process = aji_arena::engine::Process::start(&spec).unwrap();
    let command = aji_notation::gtp::Command::new("name").unwrap();
    let asked = process.ask(&command, std::time::Duration::from_millis(300));
    assert_eq!(asked.unwrap_err().kind(), "hung");
    let sleeper = process.take_stderr().text;
    drop(process);
    let place = format!("/proc/{}/stat", sleeper.trim());
    // It may stay as an entry until its new parent has looked at it, but it no longer runs.
    std::thread::sleep(std::time::Duration::from_millis(200));
    let runs = std::fs::read_to_string(place).is_ok_and(|stat| !stat.contains(") Z "));
    assert!(!runs, "sleeper {sleeper} is still there");
}
