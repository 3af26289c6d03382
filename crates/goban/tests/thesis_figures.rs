//! Figures 6 to 11 and tables 1 and 2 of the thesis: one position, its chains and their lists.

use aji_goban::{Board, Color, PointSet, diagram};

/// Figure 6, with the numbers of figure 7: 1 to 25, row by row from the upper left.
fn figure_6() -> Board {
    let text = "
        . . X . .
        . X O O .
        X . X O .
        . . X O .
        . . O . .";
    diagram::parse(text).unwrap().board
}

fn numbers(points: &PointSet, board: &Board) -> Vec<usize> {
    let size = board.size();
    points.iter().map(|p| p.row(size) * size.lines() + p.column(size) + 1).collect()
}

/// The chain with a stone on the point of this number.
fn chain_of(board: &Board, number: usize) -> &aji_goban::Chain {
    let point = board.size().points().nth(number - 1).unwrap();
    board.chain_at(point).expect("a stone stands there")
}

#[test]
fn figure_8_shows_the_colors() {
    let board = figure_6();
    let shown: Vec<u8> = board.size().points().map(|p| board.cell(p) as u8).collect();
    let figure_8 = [0, 0, 1, 0, 0, 0, 1, 2, 2, 0, 1, 0, 1, 2, 0, 0, 0, 1, 2, 0, 0, 0, 2, 0, 0];
    assert_eq!(shown, figure_8);
}

#[test]
fn figures_9_to_11_show_six_chains_and_their_stones() {
    let board = figure_6();
    let mut chains: Vec<Vec<usize>> =
        board.chain_ids().map(|id| numbers(board.chain(id).stones(), &board)).collect();
    chains.sort();
    assert_eq!(chains, [vec![3], vec![7], vec![8, 9, 14, 19], vec![11], vec![13, 18], vec![23]]);
}

#[test]
fn table_1_lists_the_liberties_of_the_white_chain() {
    let board = figure_6();
    let chain = chain_of(&board, 8);
    assert_eq!(chain.color(), Color::White);
    assert_eq!(chain.n_stones(), 4);
    assert_eq!(numbers(chain.liberties(), &board), [4, 10, 15, 20, 24]);
    assert_eq!(chain.n_liberties(), 5);
}

#[test]
fn table_2_lists_its_enemies() {
    let board = figure_6();
    let mut enemies: Vec<Vec<usize>> = chain_of(&board, 8)
        .neighbors()
        .map(|id| numbers(board.chain(id).stones(), &board))
        .collect();
    enemies.sort();
    // Chains 5, 3 and 1 of figure 10.
    assert_eq!(enemies, [vec![3], vec![7], vec![13, 18]]);
}

#[test]
fn the_text_reads_the_stone_beside_point_22() {
    let board = figure_6();
    let chain = chain_of(&board, 23);
    assert_eq!((chain.n_stones(), chain.n_liberties()), (1, 2));
}
