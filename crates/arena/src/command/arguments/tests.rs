//! What the options of `aji match` mean.

use super::*;
use crate::engine::CommandLine;
use clap::Parser;

#[derive(Parser)]
struct Command {
    #[command(flatten)]
    arguments: MatchArguments,
}

fn parsed(options: &str) -> MatchArguments {
    let line: CommandLine = format!("match {options}").parse().unwrap();
    let words = [vec![line.program], line.arguments].concat();
    Command::try_parse_from(words).unwrap_or_else(|error| panic!("{error}")).arguments
}

fn schedule(options: &str) -> Schedule {
    parsed(options).schedule(Path::new("/bin/aji")).unwrap()
}

#[test]
fn self_is_this_program_with_the_match_s_playouts() {
    let schedule =
        schedule("--black 'self --preset uct' --white 'self --playouts 30' --playouts 1000");
    let commands = schedule.players.iter().map(|p| p.command.to_string());
    let expected = ["/bin/aji gtp --preset uct --playouts 1000", "/bin/aji gtp --playouts 30"];
    assert!(commands.eq(expected));
    assert_eq!(schedule.players[0].name.as_deref(), Some("self --preset uct --playouts 1000"));
}

#[test]
fn the_match_does_not_depend_on_where_the_program_lies_or_how_it_is_reported() {
    let players = "--black 'self --preset uct' --white 'gnugo --mode gtp' --size 9";
    let id = |more: &str, place: &str| {
        parsed(&format!("{players} {more}")).schedule(Path::new(place)).unwrap().id()
    };
    let first = id("", "/bin/aji");
    for more in ["--games 7", "--json", "--parallel 2", "--database x.db", "--sgf games"] {
        assert_eq!(id(more, "/home/aji"), first, "{more}");
    }
    for more in ["--komi 7", "--playouts 10", "--seed 2", "--openings random:4", "--time 1"] {
        assert_ne!(id(more, "/bin/aji"), first, "{more}");
    }
}

#[test]
fn options_reach_the_schedule() {
    let schedule = schedule(
        "--black a --white b --size 13 --komi -3.5 --rules aga --handicap 2 --time 0.5 \
         --games 12 --black-setup 'level 1' --black-setup 'x 2' --white-name Wu",
    );
    let conditions = &schedule.conditions;
    assert_eq!((conditions.size.lines(), conditions.komi.half_points()), (13, -7));
    assert_eq!((conditions.rules, conditions.handicap), (Rules::AGA, 2));
    assert_eq!(conditions.clock.per_move, Some(0.5));
    assert_eq!(conditions.max_moves, 507);
    assert_eq!(schedule.players[0].setup, ["level 1", "x 2"]);
    assert_eq!(schedule.players[1].name.as_deref(), Some("Wu"));
}

#[test]
fn the_sequential_test_takes_its_error_rates() {
    let arguments = parsed("--black a --white b --sprt -5,10 --alpha 0.1");
    let test = arguments.manner().unwrap().sequential.unwrap();
    assert_eq!((test.elo0, test.elo1, test.alpha, test.beta), (-5.0, 10.0, 0.1, 0.05));
    assert!(parsed("--black a --white b --sprt 0,9 --beta 0.7").manner().is_err());
}

#[test]
fn what_cannot_be_is_refused_with_a_reason() {
    for options in [
        "--black a --white b --size 40",
        "--black a --white b --playouts 5 --time 1",
        "--black a --white b --time -1",
        "--black a --white b --sprt 5",
        "--black a --white b --openings random:x",
        "--black a",
    ] {
        let line: CommandLine = format!("match {options}").parse().unwrap();
        let words = [vec![line.program], line.arguments].concat();
        assert!(Command::try_parse_from(words).is_err(), "{options}");
    }
    let arguments = parsed("--black \"a 'b\" --white b");
    let error = arguments.schedule(Path::new("aji")).unwrap_err().to_string();
    assert!(error.starts_with("--black: "), "{error}");
    assert!(parsed("--black a --white b --play-out 2").schedule(Path::new("aji")).is_err());
}

#[test]
fn many_players_are_a_tournament_with_their_own_set_up() {
    let players =
        "--player 'uct=self --preset uct' --player 'x=A=1 engine --k=v' --player old=./old";
    let options = "--playouts 50 --setup 'x=level 3' --setup x=quiet --folder old=games";
    let schedule = schedule(&format!("{players} {options} --anchor x=1800"));
    assert_eq!(schedule.pairing, Pairing::RoundRobin, "unless told otherwise");
    let names: Vec<_> = schedule.players.iter().flat_map(|p| p.name.as_deref()).collect();
    assert_eq!(names, ["uct", "x", "old"]);
    let commands: Vec<_> = schedule.players.iter().map(|p| p.command.to_string()).collect();
    assert_eq!(commands[0], "/bin/aji gtp --preset uct --playouts 50");
    assert_eq!(schedule.players[1].command.environment, [("A".to_owned(), "1".to_owned())]);
    assert_eq!(schedule.players[1].setup, ["level 3", "quiet"]);
    assert_eq!(schedule.players[2].folder.as_deref(), Some(Path::new("games")));
    let gauntlet = parsed(&format!("{players} --schedule gauntlet --anchor x=1800"));
    assert_eq!(gauntlet.anchors().unwrap(), [(1, 1800.0)]);
    let gauntlet = gauntlet.schedule(Path::new("/bin/aji")).unwrap();
    assert_eq!(gauntlet.pairings(), [(0, 1), (0, 2)]);
    assert_ne!(gauntlet.id(), schedule.id());
}

#[test]
fn a_tournament_s_players_need_names_of_their_own() {
    let error = |options: &str| {
        let arguments = parsed(options);
        let error = arguments.anchors().and(arguments.schedule(Path::new("aji")).map(|_| ()));
        error.unwrap_err().to_string()
    };
    let cases = [
        ("--player a=x --player y", "write NAME=CMD"),
        ("--player a=x --player 'self --set b=c'", "write NAME=CMD"),
        ("--player a=x --player a=y", "the name is taken"),
        ("--player a=x --player b=", "--player b: the engine's command is empty"),
        ("--player a=x", "at least two players"),
        ("--player a=x --player b=y --setup 'c=level 1'", "with the name of a --player: a, b"),
        ("--player a=x --player b=y --folder d", "write NAME=DIR"),
        ("--player a=x --player b=y --anchor a=strong", "write NAME=ELO"),
        ("--player a=x --player b=y --anchor a=inf", "write NAME=ELO"),
    ];
    for (options, expected) in cases {
        let error = error(options);
        assert!(error.contains(expected), "{options}: {error}");
    }
    for options in [
        "--player a=x --player b=y --black z",
        "--player a=x --player b=y --sprt 0,10",
        "--player a=x --player b=y --schedule knockout",
        "--player a=x --player b=y --black-setup quiet",
        "--black a --white b --schedule gauntlet",
        "--black a --white b --anchor a=0",
        "--white a",
    ] {
        let line: CommandLine = format!("match {options}").parse().unwrap();
        let words = [vec![line.program], line.arguments].concat();
        assert!(Command::try_parse_from(words).is_err(), "{options}");
    }
}
