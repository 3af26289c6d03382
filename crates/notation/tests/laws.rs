//! What must hold for all inputs.

mod games;

use aji_goban::{Move, Size};
use aji_notation::gtp::{Reply, ReplyReader, Request, RequestReader};
use aji_notation::sgf::event::{Event, Events};
use aji_notation::sgf::{Collection, NodeId, Tree, Unsaid, Value};
use proptest::prelude::*;

/// Bytes that look like a record often enough.
fn record_like() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        Just(b"(".to_vec()),
        Just(b";".to_vec()),
        Just(b")".to_vec()),
        Just(b"B[aa]".to_vec()),
        Just(b"AB[aa][bb:cc]".to_vec()),
        Just(b"C[text\\]]".to_vec()),
        Just(b"FF[4]".to_vec()),
        Just(b"SZ[9]".to_vec()),
        Just(b"W[".to_vec()),
        Just(b"]".to_vec()),
        Just(b"\\".to_vec()),
        Just(b"Black[dd]".to_vec()),
        Just("C[囲碁]".as_bytes().to_vec()),
        prop::collection::vec(any::<u8>(), 0..4),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

/// A tree of any shape, with any texts.
fn any_tree() -> impl Strategy<Value = Tree> {
    let name = prop::sample::select(vec!["B", "W", "AB", "C", "LB", "XYZ", "N", "CA", "SZ", "KM"]);
    let properties = prop::collection::vec((name, "[^\u{0}]{0,12}"), 0..3);
    prop::collection::vec((any::<prop::sample::Index>(), properties), 0..20).prop_map(|nodes| {
        let mut tree = Tree::new();
        let mut ids = vec![NodeId::ROOT];
        for (parent, properties) in nodes {
            let id = tree.add_child(ids[parent.index(ids.len())]);
            ids.push(id);
            for (name, text) in properties {
                let size = Size::new(9).unwrap();
                let point = size.points().nth(text.len() % 81).unwrap();
                let value = match name {
                    "B" | "W" | "AB" => Value::from_move(Move::Place(point), size),
                    "LB" => Value::from_pair("aa", &text),
                    // The encoding is the writer's own business.
                    "CA" => continue,
                    _ => Value::from_text(&text),
                };
                tree.node_mut(id).add(name, [value]);
            }
        }
        tree
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..Default::default() })]

    #[test]
    fn a_tree_that_is_written_is_read_back_the_same(tree in any_tree()) {
        let read = Collection::parse(tree.to_string().as_bytes());
        prop_assert_eq!(&read.warnings[..], &[]);
        prop_assert_eq!(&read.trees[..], &[tree]);
    }

    #[test]
    fn a_text_comes_back_from_a_value(text in "[^\r\t\u{b}\u{c}]{0,40}") {
        let value = Value::from_text(&text);
        prop_assert_eq!(value.text(), &text[..]);
        let pair = Value::from_pair(&text, &text);
        let (a, b) = pair.pair().unwrap();
        prop_assert_eq!((&*a, &*b), (&text[..], &text[..]));
    }

    #[test]
    fn whatever_is_read_is_written_and_read_back_the_same(bytes in record_like()) {
        let first = Collection::parse(&bytes);
        for tree in first.trees {
            let written = tree.to_string();
            let again = Collection::parse(written.as_bytes());
            prop_assert_eq!(&again.warnings[..], &[], "{}", written);
            prop_assert_eq!(&again.trees[..], &[tree], "{}", written);
        }
    }

    #[test]
    fn events_are_balanced_and_in_place(bytes in record_like()) {
        let (mut depth, mut is_in_node, mut is_in_property) = (0usize, false, false);
        for event in Events::new(&bytes) {
            match event {
                Event::Game => { prop_assert_eq!(depth, 0); depth = 1; is_in_node = false; }
                Event::Variation => { prop_assert!(depth > 0); depth += 1; is_in_node = false; }
                Event::VariationEnd => { prop_assert!(depth > 1); depth -= 1; is_in_node = false; }
                Event::GameEnd => { prop_assert_eq!(depth, 1); depth = 0; is_in_node = false; }
                Event::Node => { prop_assert!(depth > 0); is_in_node = true; }
                Event::Property(name) => {
                    prop_assert!(is_in_node && name[0].is_ascii_uppercase());
                    is_in_property = true;
                    continue;
                }
                Event::Value(_) => { prop_assert!(is_in_property); continue; }
                Event::Repair(_) => continue,
            }
            is_in_property = false;
        }
        prop_assert_eq!(depth, 0);
    }

    #[test]
    fn a_part_of_a_text_gives_the_events_of_the_whole_as_far_as_it_goes(
        bytes in record_like(),
        cut in any::<prop::sample::Index>(),
    ) {
        let whole: Vec<_> = Events::new(&bytes).collect();
        let cut = cut.index(bytes.len() + 1);
        let part: Vec<_> = Events::partial(&bytes[..cut]).collect();
        // Junk may be cut in two; everything else is the same.
        let is_junk = |event: &Event<'_>| matches!(event, Event::Repair(_));
        let (whole, part): (Vec<_>, Vec<_>) = (
            whole.into_iter().filter(|e| !is_junk(e)).collect(),
            part.into_iter().filter(|e| !is_junk(e)).collect(),
        );
        prop_assert!(whole.starts_with(&part), "{:?} {:?}", whole, part);
    }

    #[test]
    fn a_game_comes_back_from_its_record(seed in any::<u64>()) {
        let game = games::random_game(seed);
        let text = Tree::from_game(&game).to_string();
        let (tree, warnings) = Tree::parse(text.as_bytes()).unwrap();
        prop_assert_eq!(&warnings[..], &[]);
        let unsaid = Unsaid { rules: aji_goban::Rules::CGOS, komi: aji_goban::Komi::default() };
        let (again, warnings) = tree.to_game(unsaid).unwrap();
        prop_assert_eq!(&warnings[..], &[], "{}", text);
        games::assert_same(&game, &again);
    }

    #[test]
    fn any_bytes_are_a_request_or_an_error_and_the_reply_is_one(
        bytes in prop::collection::vec(any::<u8>(), 0..300),
    ) {
        for request in RequestReader::new(&bytes[..]) {
            let reply = match request.unwrap() {
                Ok(Request { id, command, arguments }) => {
                    prop_assert!(!command.is_empty());
                    Reply::ok(id, format!("{command}\n\n{}", arguments.join("\n")))
                }
                Err(error) => Reply::error(error.id(), error),
            };
            let text = reply.to_string();
            prop_assert!(text.ends_with("\n\n"));
            prop_assert_eq!(text.matches("\n\n").count(), 1, "{:?}", text);
            let read = ReplyReader::new(text.as_bytes()).next_reply().unwrap();
            prop_assert_eq!(read.id, reply.id);
            prop_assert_eq!(read.result.is_ok(), reply.result.is_ok());
        }
    }

    #[test]
    fn a_reply_of_any_text_is_read_as_one_reply(id in 0..1u64 << 40, text in "\\PC{0,60}|[a-z\n\r\t ]{0,60}") {
        let written = Reply::ok(Some(id), text).to_string() + "=0 end\n\n";
        let mut reader = ReplyReader::new(written.as_bytes());
        let first = reader.next_reply().unwrap();
        prop_assert_eq!(first.id, Some(id));
        prop_assert_eq!(reader.next_reply().unwrap().result, Ok("end".to_owned()));
    }

    #[test]
    fn any_bytes_from_an_engine_are_replies_or_errors(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let mut reader = ReplyReader::new(&bytes[..]);
        let n_replies = std::iter::from_fn(|| reader.next_reply().ok()).count();
        prop_assert!(n_replies <= bytes.len() / 2);
    }
}
