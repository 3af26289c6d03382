//! All fourteen lessons run and print what their pages promise.

use aji_lessons::lessons;

/// What a lesson prints.
fn printed(number: usize) -> String {
    let mut text = Vec::new();
    (lessons()[number - 1].run)(&mut text).expect("writing to memory");
    String::from_utf8(text).expect("text")
}

fn check(number: usize, expected: &[&str]) {
    let text = printed(number);
    for line in expected {
        assert!(text.contains(line), "lesson {number} does not print:\n{line}\nbut:\n{text}");
    }
}

#[test]
fn the_lessons_are_numbered_and_have_a_folder_and_a_program() {
    let root = env!("CARGO_MANIFEST_DIR");
    for (i, lesson) in lessons().iter().enumerate() {
        assert_eq!(lesson.number, i + 1);
        let program = format!("{root}/{:02}-{}/main.rs", lesson.number, lesson.slug);
        let source = std::fs::read_to_string(&program).expect(&program);
        assert!(source.lines().count() <= 120, "{program} is too long for a lesson");
    }
}

#[test]
fn lesson_01_prints_the_board_off_by_one_and_right() {
    check(1, &[" 1 # # # # # # # # #\n", " 9 O X X . X . . . .\n", " 1 . . . . . O X . .\n"]);
}

#[test]
fn lesson_02_captures_and_refuses() {
    check(
        2,
        &[
            "6 taken",
            "1 taken, ko: C2",
            "not allowed: ko",
            "not allowed: suicide",
            "F9\n   G9\n      H9\n      G8\n         F8\n            F7\n",
        ],
    );
}

#[test]
fn lesson_03_never_ends_without_eyes() {
    check(3, &["After 1000 moves the game is still not over", "moves the game is over"]);
}

#[test]
fn lesson_04_plays_out() {
    check(4, &["pass pass", "1000 playouts from the empty board, 1"]);
}

#[test]
fn lesson_05_miscounts_and_counts() {
    check(5, &["Black 59, White 22", "Black 55, White 26, together 81; lead 22.5"]);
    check(5, &["together 80"]);
}

#[test]
fn lesson_06_chooses_by_win_rate() {
    check(6, &["Black to move. How often Black won", "Black plays ", "White plays "]);
}

#[test]
fn lesson_07_agrees_three_times() {
    check(7, &["Min-Max:    5\nNegaMax:    5\nalpha-beta: 5, after 5 of 7 ends"]);
}

#[test]
fn lesson_08_shows_the_values_of_the_slides() {
    check(
        8,
        &[
            "A: 0.5 + 0.83",
            "B: 0.0 + 1.18",
            "C: 1.0 + 1.18",
            "larger than 1.346",
            "1000 playouts, C = 1",
            "C = 10: playouts for each move",
        ],
    );
}

#[test]
fn lesson_09_writes_a_record() {
    check(9, &["(;GM[1]FF[4]SZ[9]KM[6.5]PB[primitive:3]PW[uct:100]RE[", "of 6 games against"]);
    check(9, &["after   150 games: 68.6 to 82.1 %"]);
}

#[test]
fn lesson_10_speaks_gtp_and_knows_the_hane() {
    check(
        10,
        &[
            "> genmove b\n= ",
            "? illegal move: occupied",
            "bits 0x18000, mask 0x3cfc0",
            "   30 playouts:  4 moves",
            " 1000 playouts: 12 moves",
            "  4000     O",
        ],
    );
}

#[test]
fn lesson_11_concentrates_with_rave() {
    check(11, &["1000 playouts without RAVE", "1000 playouts with RAVE", "3000 games: 0.48"]);
}

#[test]
fn lesson_12_finds_repetitions_and_collisions() {
    check(
        12,
        &[
            "White pass   0000000000000000",
            "262144 positions: ",
            " with 32 bits, 0 with 64",
            "poor generator's low bits make      8",
        ],
    );
}

#[test]
fn lesson_13_and_14_draw_their_maps() {
    check(13, &["+100 always Black's", "It tried "]);
    check(
        14,
        &[
            "Black: 6 stones, 5 liberties\nWhite: 8 stones, 5 liberties\n",
            "Criticality of 3000 playouts",
        ],
    );
}
