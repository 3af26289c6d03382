//! A person's afternoon with the page, played by a headless Chromium.

use aji_e2e::Browser;
use aji_e2e::program::{Program, aji, build_folder};
use aji_goban::{Board, Color, Point, Size};
use serde_json::json;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

type TestResult = Result<(), Box<dyn Error>>;

/// One browser at a time: they are large.
static ONE: Mutex<()> = Mutex::new(());

/// The page, open in a browser.
struct Visit {
    browser: Browser,
    port: String,
    /// Where the server keeps what a person thinks of partial boards.
    ratings: PathBuf,
    server: Option<Program>,
    _one: MutexGuard<'static, ()>,
}

/// Starts the program that serves the page, and returns its port.
fn serve(port: &str, ratings: &Path) -> Result<(Program, String), Box<dyn Error>> {
    let ratings = ratings.to_str().ok_or("a folder without a name")?;
    let arguments = ["serve", "--port", port, "--no-open", "--ratings", ratings];
    let (server, rest) = Program::start(&aji()?, &arguments, "http://127.0.0.1:")?;
    Ok((server, rest.chars().take_while(char::is_ascii_digit).collect()))
}

impl Visit {
    fn begin(name: &str) -> Result<Visit, Box<dyn Error>> {
        let one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
        let ratings = pictures()?.join(format!("ratings-{name}.jsonl"));
        if ratings.exists() {
            std::fs::remove_file(&ratings)?;
        }
        let (server, port) = serve("0", &ratings)?;
        let browser = Browser::open(&pictures()?.join(format!("profile-{name}")))?;
        browser.pretend(1200, 800, "light", false)?;
        browser.go_to(&format!("http://127.0.0.1:{port}/"))?;
        let visit = Visit { browser, port, ratings, server: Some(server), _one: one };
        visit.wait_for_turn()?;
        Ok(visit)
    }

    fn wait_for_turn(&self) -> TestResult {
        let turn = "document.querySelector('#board svg.active') \
            || document.querySelector('.player.winner')";
        Ok(self.browser.wait_until("the person's turn", turn)?)
    }

    /// What the page says of each point: its name, and what stands there.
    fn labels(&self) -> Result<Vec<[String; 2]>, Box<dyn Error>> {
        let script = "return [...document.querySelectorAll('.cell')].map(cell => \
            [cell.dataset.point, cell.getAttribute('aria-label')])";
        Ok(serde_json::from_value(self.browser.run(script, json!([]))?)?)
    }

    /// The stones as the page shows them.
    fn board(&self) -> Result<Board, Box<dyn Error>> {
        let labels = self.labels()?;
        let size = Size::new(labels.len().isqrt() as u64)?;
        let mut board = Board::new(size);
        for [name, label] in &labels {
            let color = match label {
                label if label.contains("black stone") => Color::Black,
                label if label.contains("white stone") => Color::White,
                _ => continue,
            };
            board.put_stone(Point::parse(name, size)?, color, &mut ());
        }
        Ok(board)
    }

    fn click_point(&self, name: &str) -> TestResult {
        Ok(self.browser.click(&format!("[data-point={name}]"))?)
    }

    /// Does what makes a move, and waits until the page shows it and it is the person's turn again: right
    /// after a click the board is still that of before, and the person's turn on it.
    fn turn_after(&self, make_move: impl FnOnce() -> TestResult) -> TestResult {
        let version = self.browser.run("return document.body.dataset.version", json!([]))?;
        make_move()?;
        self.browser
            .wait_until("the move", &format!("document.body.dataset.version !== {version}"))?;
        self.wait_for_turn()
    }

    /// Plays on a point, and waits for the computer's answer.
    fn play(&self, name: &str) -> TestResult {
        self.turn_after(|| self.click_point(name))
    }

    fn status(&self) -> Result<String, Box<dyn Error>> {
        Ok(self.browser.text("#status")?)
    }

    fn picture(&self, name: &str) -> TestResult {
        Ok(self.browser.screenshot(&pictures()?.join(name))?)
    }

    /// Chooses a size or a color, which begins a new game if that was asked for.
    fn choose(&self, what: &str, value: &str) -> TestResult {
        let script = "document.querySelector(`input[name=${arguments[0]}][value='${arguments[1]}']`).click();\
     if (!document.getElementById('undo').disabled) document.getElementById('new-game').click();";
        self.browser.run(script, json!([what, value]))?;
        Ok(())
    }

    /// Waits for an empty board of this size and the person's turn.
    fn wait_for_board(&self, size: &str) -> TestResult {
        let n = size.parse::<u64>()?.pow(2);
        let is_there = format!(
            "document.querySelectorAll('.cell').length === {n} \
            && document.querySelectorAll('.stone').length === 0"
        );
        self.browser.wait_until("an empty board", &is_there)?;
        self.wait_for_turn()
    }

    /// How many elements the selector finds.
    fn count(&self, selector: &str) -> Result<u64, Box<dyn Error>> {
        let script = "return document.querySelectorAll(arguments[0]).length";
        Ok(self.browser.run(script, json!([selector]))?.as_u64().unwrap_or_default())
    }

    /// Plays a move that fills no eye, or passes; false if the game has come to the count.
    fn move_somehow(&self, random: &mut fastrand::Rng) -> Result<bool, Box<dyn Error>> {
        let board = self.board()?;
        let mut points = Vec::new();
        for [name, label] in self.labels()? {
            let point = Point::parse(&name, board.size())?;
            if label.contains("empty")
                && !label.contains("not allowed")
                && !board.is_eye(point, Color::Black)
            {
                points.push(name);
            }
        }
        // Once the computer has passed on a full board, there is nothing left to quarrel about, and
        // on a board that stays empty there is an end to it as well.
        let is_full = board.empties().len() < board.size().n_points() / 2;
        let is_done = self.status()?.contains("passes") && (is_full || random.u8(..4) == 0);
        self.turn_after(|| match random.choice(points).filter(|_| !is_done) {
            Some(name) => self.click_point(&name),
            None => Ok(self.browser.click("#pass")?),
        })?;
        Ok(self.browser.run("return document.getElementById('agree').hidden", json!([]))? == true)
    }
}

/// Where pictures are left: in the build's folder.
fn pictures() -> Result<PathBuf, Box<dyn Error>> {
    let folder = build_folder().ok_or("the test does not run from a build folder")?.join("e2e");
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}

#[test]
fn a_whole_game_is_played_by_clicking_and_counted() -> TestResult {
    let visit = Visit::begin("game")?;
    assert_eq!(visit.board()?.size().lines(), 9);
    assert!(visit.board()?.empties().len() == 81, "the first board is empty");

    let mut random = fastrand::Rng::with_seed(361);
    let mut n_turns = 0;
    while visit.move_somehow(&mut random)? {
        n_turns += 1;
        assert!(n_turns < 200, "the game does not end");
        assert_eq!(visit.count(".player.winner")?, 0, "the computer gave up: {}", visit.status()?);
        if n_turns == 12 {
            visit.picture("middle.png")?;
            survives_a_reload(&visit)?;
        }
    }
    visit.picture("count.png")?;
    assert!(visit.status()?.contains("leads by"), "{}", visit.status()?);
    let territory = visit.count(".territory.black")? + visit.count(".territory.white")?;
    assert!(territory > 0, "the territory is shown");

    // Everything called alive: the page must count as the rules' own crate does.
    while visit.count(".stone.dead")? > 0 {
        let script = "return document.querySelector('[aria-label*=\", dead\"]').dataset.point";
        let name = visit.browser.run(script, json!([]))?;
        let before = visit.count(".stone.dead")?;
        visit.click_point(name.as_str().ok_or("no name")?)?;
        let fewer = format!("document.querySelectorAll('.stone.dead').length < {before}");
        visit.browser.wait_until("fewer dead stones", &fewer)?;
    }
    let area = aji_goban::score::area(&visit.board()?);
    let total = |column: u8| format!("#score tbody tr:last-child td:nth-of-type({column})");
    let black = visit.browser.text(&total(1))?;
    assert_eq!(black, area.black.len().to_string());
    let white = visit.browser.text(&total(2))?;
    assert_eq!(white, format!("{}.5", area.white.len() + 6), "with a komi of 6.5");

    visit.browser.click("#agree")?;
    visit.browser.wait_until("the result", "document.querySelector('.player.winner')")?;
    assert!(visit.status()?.contains(" by "), "{}", visit.status()?);
    visit.picture("end.png")?;
    let sgf = visit.browser.run(
        "return fetch(`/api/games/${location.hash.slice(1)}/sgf`).then(reply => reply.text())",
        json!([]),
    )?;
    assert!(sgf.as_str().is_some_and(|text| text.contains("RE[")), "{sgf}");
    assert_eq!(visit.browser.complaints()?, Vec::<String>::new());
    Ok(())
}

fn survives_a_reload(visit: &Visit) -> TestResult {
    let before = visit.board()?;
    visit.browser.reload()?;
    visit.wait_for_turn()?;
    let after = visit.board()?;
    for color in Color::BOTH {
        assert_eq!(before.stones(color), after.stones(color), "{color} stones after a reload");
    }
    Ok(())
}

#[test]
fn the_page_fits_screens_of_all_kinds() -> TestResult {
    let visit = Visit::begin("screens")?;
    let screens = [
        ("desktop", 1440, 900, false),
        ("tablet", 820, 1180, false),
        ("phone", 390, 844, true),
        ("small-phone", 320, 568, true),
        ("lying-phone", 844, 390, true),
    ];
    let mut random = fastrand::Rng::with_seed(19);
    for size in ["9", "19"] {
        visit.choose("size", size)?;
        visit.wait_for_board(size)?;
        for _ in 0..12 {
            visit.move_somehow(&mut random)?;
        }
        for (name, width, height, is_phone) in screens {
            for scheme in ["light", "dark"] {
                visit.browser.pretend(width, height, scheme, is_phone)?;
                let wide =
                    visit.browser.run("return document.documentElement.scrollWidth", json!([]))?;
                assert!(wide.as_u64() <= Some(width.into()), "{name}: {wide} of {width} pixels");
                visit.picture(&format!("{name}-{size}-{scheme}.png"))?;
                let jump = "const row = document.getElementById('white');\
                    const before = row.offsetHeight; row.classList.add('thinking');\
                    const after = row.offsetHeight; row.classList.remove('thinking');\
                    return after - before";
                let jump = visit.browser.run(jump, json!([]))?;
                assert_eq!(jump, 0, "{name}: the page jumps while the computer thinks");
            }
        }
        visit.browser.pretend(1200, 800, "light", false)?;
    }
    Ok(())
}

#[test]
fn the_game_survives_a_restart_of_the_server() -> TestResult {
    let mut visit = Visit::begin("restart")?;
    let mut random = fastrand::Rng::with_seed(5);
    for _ in 0..4 {
        visit.move_somehow(&mut random)?;
    }
    let before = visit.board()?;
    visit.server = None;
    visit.browser.click("#pass")?;
    visit
        .browser
        .wait_until("the page to notice", "document.body.classList.contains('offline')")?;
    assert!(visit.status()?.contains("Start it again"), "{}", visit.status()?);
    let (server, port) = serve(&visit.port, &visit.ratings)?;
    assert_eq!(port, visit.port);
    visit.server = Some(server);
    visit.browser.wait_until("the server", "!document.body.classList.contains('offline')")?;
    visit.wait_for_turn()?;
    for color in Color::BOTH {
        assert_eq!(before.stones(color), visit.board()?.stones(color), "{color} stones");
    }
    visit.move_somehow(&mut random)?;
    assert_ne!(visit.board()?.stones(Color::White), before.stones(Color::White), "it goes on");
    survives_a_reload(&visit)?;

    // A page that is opened anew begins with an empty board and offers the game that was left.
    let played = visit.board()?;
    visit.browser.go_to("about:blank")?;
    visit.browser.go_to(&format!("http://127.0.0.1:{}/", visit.port))?;
    visit.wait_for_board("9")?;
    visit.browser.click("#left")?;
    visit.browser.wait_until("the game that was left", "document.querySelector('.stone')")?;
    visit.wait_for_turn()?;
    assert_eq!(visit.board()?.stones(Color::White), played.stones(Color::White));
    Ok(())
}

#[test]
fn a_finger_touches_twice_where_the_lines_are_close() -> TestResult {
    let visit = Visit::begin("finger")?;
    visit.browser.pretend(390, 844, "light", true)?;
    visit.browser.tap("[data-point=E5]")?;
    visit.browser.wait_until("a stone at once", "document.querySelector('.stone.black')")?;
    visit.wait_for_turn()?;
    visit.choose("size", "19")?;
    visit.wait_for_board("19")?;
    visit.browser.tap("[data-point=Q16]")?;
    visit.browser.wait_until("a ghost", "document.querySelector('.ghost.black')")?;
    assert_eq!(visit.browser.text("#hint")?, "Touch Q16 again to play there.");
    visit.picture("touch.png")?;
    visit.browser.tap("[data-point=D4]")?;
    let moved = "document.querySelector('#hint').textContent.includes('D4')";
    visit.browser.wait_until("the ghost on D4", moved)?;
    assert_eq!(visit.count(".ghost")?, 1);
    visit.browser.tap("[data-point=D4]")?;
    visit.browser.wait_until("the stone", "document.querySelector('.stone.black')")?;
    visit.wait_for_turn()?;
    let board = visit.board()?;
    assert_eq!(board.color_at(board.point("D4")?), Some(Color::Black));
    assert_eq!(board.stones(Color::Black).len(), 1);
    Ok(())
}

#[test]
fn the_board_draws_layers_and_only_what_changed() -> TestResult {
    let visit = Visit::begin("layers")?;
    let script = "return import('/board.js').then(({ Board }) => {
        const parent = document.createElement('div');
        const clicked = [];
        const board = new Board(parent, { onPoint: name => clicked.push(name) });
        const picture = { size: 5, stones: ['.....', '.X...', '.....', '...O.', '.....'] };
        board.show(picture);
        const kept = parent.querySelector('.stone.black');
        board.show({ ...picture,
            stones: ['.....', '.X...', '.....', '..XO.', '.....'], dead: ['D2'],
            heat: { A1: { strength: 0.5 } },
            ghosts: { B2: { color: 'white' } },
            marks: { C2: { kind: 'label', on: 'black', text: '1' }, E5: { kind: 'cross', on: 'wood' } } });
        const count = name => parent.querySelectorAll(name).length;
        parent.querySelector('[data-point=E1]').dispatchEvent(new Event('click', { bubbles: true }));
        return { kept: kept === parent.querySelector('.stone.black'), clicked,
            stones: count('.stone'), dead: count('.stone.dead'), heat: count('.heat'),
            ghosts: count('.ghost'), labels: count('.mark.label'), crosses: count('.mark.cross'),
            said: parent.querySelector('[data-point=D2]').getAttribute('aria-label') };
    })";
    let drawn = visit.browser.run(script, json!([]))?;
    let wanted = json!({ "kept": true, "clicked": ["E1"], "stones": 3, "dead": 1, "heat": 1,
        "ghosts": 1, "labels": 1, "crosses": 1, "said": "D2, white stone, dead" });
    assert_eq!(drawn, wanted);
    Ok(())
}

#[test]
fn keys_undo_resignation_sizes_and_colors_work() -> TestResult {
    let visit = Visit::begin("controls")?;
    // The middle has the focus first: two to the right, one up, and play.
    const RIGHT: char = '\u{e014}';
    const UP: char = '\u{e013}';
    const ENTER: char = '\u{e007}';
    visit.browser.type_on("[data-point=E5]", &format!("{RIGHT}{RIGHT}{UP}"))?;
    let focused = "document.activeElement.dataset.point === 'G6'";
    visit.browser.wait_until("the focus on G6", focused)?;
    visit.browser.type_on("[data-point=G6]", &ENTER.to_string())?;
    visit.browser.wait_until("a white stone", "document.querySelector('.stone.white')")?;
    visit.wait_for_turn()?;
    let size = visit.board()?.size();
    assert_eq!(visit.board()?.color_at(Point::parse("G6", size)?), Some(Color::Black));

    visit.click_point("G6")?;
    let hint = visit.browser.text("#hint")?;
    assert_eq!(hint, "There is a stone on G6 already.");

    visit.browser.click("#undo")?;
    visit.wait_for_board("9")?;
    visit.play("C3")?;
    visit.browser.click("#resign")?;
    assert_eq!(visit.browser.text("#resign")?, "Really resign?");
    visit.browser.click("#resign")?;
    visit.browser.wait_until("the end", "document.querySelector('.player.winner')")?;
    assert_eq!(visit.status()?, "You resigned. The computer wins.");

    visit.browser.click("#new-game")?;
    visit.wait_for_board("9")?;
    visit.choose("color", "white")?;
    visit.browser.wait_until("Black's first stone", "document.querySelector('.stone.black')")?;
    visit.wait_for_turn()?;
    assert_eq!(visit.board()?.stones(Color::White).len(), 0);
    visit.choose("color", "black")?;
    visit.wait_for_board("9")?;
    let other = "const select = document.getElementById('other-size'); select.value = '7'; \
        select.dispatchEvent(new Event('change', { bubbles: true }));";
    visit.browser.run(other, json!([]))?;
    visit.wait_for_board("7")?;
    visit.picture("seven.png")?;
    assert_eq!(visit.browser.complaints()?, Vec::<String>::new());
    Ok(())
}

/// The cells of the table of ratings, row by row, without its head.
fn table_of_ratings(visit: &Visit) -> Result<Vec<Vec<String>>, Box<dyn Error>> {
    let script = "return [...document.querySelectorAll('#attention table tr')].slice(1)\
        .map(row => [...row.children].map(cell => cell.textContent))";
    Ok(serde_json::from_value(visit.browser.run(script, json!([]))?)?)
}

/// Chooses an option of a menu as a person would.
fn choose_option(visit: &Visit, menu: &str, value: &str) -> TestResult {
    let script = "const menu = document.querySelector(arguments[0]); menu.value = arguments[1]; \
        menu.dispatchEvent(new Event('change', { bubbles: true })); return menu.value";
    assert_eq!(visit.browser.run(script, json!([menu, value]))?, value, "{menu}");
    Ok(())
}

#[test]
fn a_person_grades_partial_boards_and_the_grades_are_kept_and_summed_up() -> TestResult {
    const LAYER: &str = "#attention label:nth-of-type(1) select";
    const METHOD: &str = "#attention label:nth-of-type(2) select";
    const REASON: &str = "#attention .rating select";
    let visit = Visit::begin("ratings")?;
    visit.play("C3")?;
    // The computer may have taken one corner.
    let board = visit.board()?;
    let is_free = |name: &&str| board.point(name).is_ok_and(|at| board.color_at(at).is_none());
    visit.play(["G7", "G3"].into_iter().find(is_free).ok_or("no corner is free")?)?;
    visit.browser.click("#attention summary")?;
    choose_option(&visit, LAYER, "boards")?;
    visit.browser.wait_until("the grades", "document.querySelector('#attention .rating')")?;
    assert_eq!(visit.count("#attention .rating button")?, 4);
    assert_eq!(visit.count("#attention .chosen")?, 1);
    assert_eq!(table_of_ratings(&visit)?, Vec::<Vec<String>>::new(), "nobody gave a grade yet");

    let grade = |nth: u8, n_ratings: usize, method: &str| -> TestResult {
        visit.browser.click(&format!("#attention .rating button:nth-of-type({nth})"))?;
        let counted = format!(
            "[...document.querySelectorAll('#attention table tr')].some(row => \
            row.firstChild.textContent === '{method}' && row.lastChild.textContent === '{n_ratings}')"
        );
        Ok(visit.browser.wait_until("the sum", &counted)?)
    };
    choose_option(&visit, REASON, "too-narrow")?;
    grade(3, 1, "all")?;
    let all = ["all", "0 %", "0 %", "100 %", "0 %", "1", "0", "0", "1"];
    assert_eq!(table_of_ratings(&visit)?, [all]);
    choose_option(&visit, REASON, "")?;
    grade(1, 2, "all")?;
    let mark = "document.querySelector('#attention .rating').classList.add('old')";
    visit.browser.run(mark, json!([]))?;
    choose_option(&visit, METHOD, "one-enemy")?;
    let is_new = "document.querySelector('#attention .rating:not(.old)')";
    visit.browser.wait_until("the other partial boards", is_new)?;
    choose_option(&visit, REASON, "irrelevant")?;
    grade(4, 1, "one-enemy")?;
    let all = ["all", "50 %", "0 %", "50 %", "0 %", "1", "0", "0", "2"];
    let enemy = ["one-enemy", "0 %", "0 %", "0 %", "100 %", "0", "0", "1", "1"];
    assert_eq!(table_of_ratings(&visit)?, [all, enemy]);
    visit.picture("ratings.png")?;

    let kept = std::fs::read_to_string(&visit.ratings)?;
    let lines: Vec<serde_json::Value> =
        kept.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    let said: Vec<_> = lines.iter().map(|line| (&line["grade"], &line["reason"])).collect();
    let (narrow, no_reason, irrelevant) = (json!("too-narrow"), json!(null), json!("irrelevant"));
    let grades = [json!("unfitting"), json!("very-fitting"), json!("very-unfitting")];
    let reasons = [&narrow, &no_reason, &irrelevant];
    assert_eq!(said, grades.iter().zip(reasons).collect::<Vec<_>>());
    assert!(lines.iter().all(|line| line["points"].as_array().is_some_and(|all| !all.is_empty())));
    assert_eq!(visit.browser.complaints()?, Vec::<String>::new());
    Ok(())
}
