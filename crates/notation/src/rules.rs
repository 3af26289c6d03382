//! Rule sets by name and as JSON, in the form of `kata-get-rules` and `kata-set-rules`.
//!
//! ```
//! use aji_goban::Rules;
//! use aji_notation::rules;
//!
//! assert_eq!(rules::parse("Chinese")?, Rules::CHINESE);
//! assert_eq!(
//!     rules::json(&Rules::JAPANESE),
//!     r#"{"hasButton":false,"ko":"SIMPLE","scoring":"TERRITORY","tax":"SEKI","suicide":false,"whiteHandicapBonus":"0","friendlyPassOk":true}"#
//! );
//! assert_eq!(rules::parse(&rules::json(&Rules::AGA))?, Rules::AGA);
//! # Ok::<(), rules::RulesError>(())
//! ```

use aji_goban::Rules;
use aji_goban::rules::{HandicapBonus, KoRule, Scoring, Tax};
use serde_json::{Map, Value};
use thiserror::Error;

/// Rules that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RulesError {
    /// No rule set has this name.
    #[error("\"{0}\" is no rule set: choose {names} or JSON", names = names())]
    UnknownName(String),
    /// The rule set is known, and not played here.
    #[error("{name} rules are not supported: {reason}")]
    Unsupported {
        /// The rule or rule set.
        name: &'static str,
        /// What is missing.
        reason: &'static str,
    },
    /// Text that begins like JSON and is none.
    #[error("the rules are no JSON object: {0}")]
    Syntax(String),
    /// A key that no rule has.
    #[error("\"{0}\" is no rule: the rules are {keys}", keys = KEYS.join(", "))]
    UnknownKey(String),
    /// A rule with a value that it cannot have.
    #[error("{key} cannot be {value}: choose {choices}")]
    BadValue {
        /// The rule.
        key: &'static str,
        /// What was given.
        value: String,
        /// What can be given.
        choices: &'static str,
    },
}

/// As played on servers: Chinese with positional superko.
const CHINESE_POSITIONAL: Rules = Rules { ko: KoRule::Positional, ..Rules::CHINESE };

/// All names, the one to write first where several mean the same rules.
const NAMES: [(&str, Rules); 19] = [
    ("tromp-taylor", Rules::TROMP_TAYLOR),
    ("chinese", Rules::CHINESE),
    ("chinese-ogs", CHINESE_POSITIONAL),
    ("chinese-kgs", CHINESE_POSITIONAL),
    ("japanese", Rules::JAPANESE),
    ("korean", Rules::KOREAN),
    ("aga", Rules::AGA),
    ("bga", Rules::AGA),
    ("french", Rules::AGA),
    ("new-zealand", Rules::NEW_ZEALAND),
    ("cgos", Rules::CGOS),
    ("tromptaylor", Rules::TROMP_TAYLOR),
    ("tt", Rules::TROMP_TAYLOR),
    ("newzealand", Rules::NEW_ZEALAND),
    ("nz", Rules::NEW_ZEALAND),
    ("jp", Rules::JAPANESE),
    ("cn", Rules::CHINESE),
    ("kr", Rules::KOREAN),
    ("us", Rules::AGA),
];

/// The names that are offered: those without abbreviations.
const N_OFFERED: usize = 11;

const KEYS: [&str; 7] =
    ["hasButton", "ko", "scoring", "tax", "suicide", "whiteHandicapBonus", "friendlyPassOk"];

fn names() -> String {
    NAMES[..N_OFFERED].iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}

/// The rules of a name or of a JSON object. In an object, rules that are not mentioned are those of Tromp
/// and Taylor.
pub fn parse(text: &str) -> Result<Rules, RulesError> {
    let text = text.trim();
    if text.starts_with('{') {
        return parse_json(text);
    }
    let spelled = |c: char| if c == '_' || c == ' ' { '-' } else { c.to_ascii_lowercase() };
    let name: String = text.chars().take(40).map(spelled).collect();
    let unsupported = |name, reason| Err(RulesError::Unsupported { name, reason });
    match name.as_str() {
        "stone-scoring" | "ancient" => unsupported("stone-scoring", NO_GROUP_TAX),
        "aga-button" => unsupported("aga-button", NO_BUTTON),
        "goe" | "ing" => unsupported("goe", "its ko rule is not known here"),
        _ => NAMES
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, rules)| *rules)
            .ok_or(RulesError::UnknownName(name)),
    }
}

const NO_GROUP_TAX: &str = "groups cannot be taxed two points";
const NO_BUTTON: &str = "there is no button to take";

fn parse_json(text: &str) -> Result<Rules, RulesError> {
    let object: Map<String, Value> =
        serde_json::from_str(text).map_err(|error| RulesError::Syntax(error.to_string()))?;
    let mut rules = Rules::TROMP_TAYLOR;
    for (key, value) in &object {
        apply(&mut rules, key, value)?;
    }
    checked(rules)
}

/// Changes one rule, as `kata-set-rule KEY VALUE` asks.
pub fn set(rules: &Rules, key: &str, value: &str) -> Result<Rules, RulesError> {
    let value = match value.trim().to_ascii_lowercase().as_str() {
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        other => Value::String(other.to_owned()),
    };
    let mut rules = *rules;
    apply(&mut rules, key, &value)?;
    checked(rules)
}

fn checked(rules: Rules) -> Result<Rules, RulesError> {
    if rules.scoring == Scoring::Area && rules.tax == Tax::Seki {
        let reason = "eyes in seki are only left out when territory is counted";
        return Err(RulesError::Unsupported { name: "area with seki tax", reason });
    }
    Ok(rules)
}

fn apply(rules: &mut Rules, key: &str, value: &Value) -> Result<(), RulesError> {
    let Some(&key) = KEYS.iter().find(|&&known| known == key) else {
        return Err(RulesError::UnknownKey(key.chars().take(40).collect()));
    };
    let word = value.as_str().map(str::to_ascii_uppercase);
    let bad = |choices| {
        let value = value.to_string().chars().take(40).collect();
        RulesError::BadValue { key, value, choices }
    };
    let flag = || value.as_bool().ok_or_else(|| bad("true or false"));
    match key {
        "hasButton" if flag()? => {
            return Err(RulesError::Unsupported { name: "button", reason: NO_BUTTON });
        }
        "ko" => {
            rules.ko = match word.as_deref() {
                Some("SIMPLE") => KoRule::Simple,
                Some("POSITIONAL") => KoRule::Positional,
                Some("SITUATIONAL") => KoRule::Situational,
                _ => return Err(bad("SIMPLE, POSITIONAL or SITUATIONAL")),
            }
        }
        "scoring" => {
            rules.scoring = match word.as_deref() {
                Some("AREA") => Scoring::Area,
                Some("TERRITORY") => Scoring::Territory,
                _ => return Err(bad("AREA or TERRITORY")),
            }
        }
        "tax" => {
            rules.tax = match word.as_deref() {
                Some("NONE") => Tax::None,
                Some("SEKI") => Tax::Seki,
                Some("ALL") => {
                    let (name, reason) = ("group tax", NO_GROUP_TAX);
                    return Err(RulesError::Unsupported { name, reason });
                }
                _ => return Err(bad("NONE or SEKI")),
            }
        }
        "suicide" => rules.suicide = flag()?,
        "whiteHandicapBonus" => {
            rules.handicap_bonus = match word.as_deref() {
                Some("0") => HandicapBonus::None,
                Some("N-1") => HandicapBonus::OneLess,
                Some("N") => HandicapBonus::Full,
                _ => return Err(bad("0, N-1 or N")),
            }
        }
        // Dead stones are agreed on outside the rules here, so that both values mean the same.
        _ => drop(flag()?),
    }
    Ok(())
}

/// The rules as one line of JSON, as `kata-get-rules` answers.
pub fn json(rules: &Rules) -> String {
    let ko = match rules.ko {
        KoRule::Simple => "SIMPLE",
        KoRule::Positional => "POSITIONAL",
        KoRule::Situational => "SITUATIONAL",
    };
    let scoring = match rules.scoring {
        Scoring::Area => "AREA",
        Scoring::Territory => "TERRITORY",
    };
    let tax = match rules.tax {
        Tax::None => "NONE",
        Tax::Seki => "SEKI",
    };
    let bonus = match rules.handicap_bonus {
        HandicapBonus::None => "0",
        HandicapBonus::OneLess => "N-1",
        HandicapBonus::Full => "N",
    };
    // Where every stone on the board counts as alive, passing early is no favor.
    let is_friendly = *rules != Rules::TROMP_TAYLOR && *rules != Rules::CGOS;
    let suicide = rules.suicide;
    format!(
        r#"{{"hasButton":false,"ko":"{ko}","scoring":"{scoring}","tax":"{tax}","suicide":{suicide},"whiteHandicapBonus":"{bonus}","friendlyPassOk":{is_friendly}}}"#
    )
}

/// The first name of these rules, if they have one.
pub fn name(rules: &Rules) -> Option<&'static str> {
    NAMES.iter().find(|(_, known)| known == rules).map(|(name, _)| *name)
}

/// The rules as game records name them: the names of the format's standard where it has one.
pub fn sgf_name(rules: &Rules) -> String {
    match name(rules) {
        Some("chinese") => "Chinese".to_owned(),
        Some("japanese") => "Japanese".to_owned(),
        Some("aga") => "AGA".to_owned(),
        Some("new-zealand") => "NZ".to_owned(),
        Some(name) => name.to_owned(),
        None => json(rules),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all_rules() -> Vec<Rules> {
        let mut all = Vec::new();
        for ko in [KoRule::Simple, KoRule::Positional, KoRule::Situational] {
            for suicide in [false, true] {
                for (scoring, tax) in [
                    (Scoring::Area, Tax::None),
                    (Scoring::Territory, Tax::None),
                    (Scoring::Territory, Tax::Seki),
                ] {
                    for bonus in [HandicapBonus::None, HandicapBonus::OneLess, HandicapBonus::Full]
                    {
                        all.push(Rules { ko, suicide, scoring, tax, handicap_bonus: bonus });
                    }
                }
            }
        }
        all
    }

    #[test]
    fn all_rules_are_read_back_from_json_and_from_records() {
        for rules in all_rules() {
            assert_eq!(parse(&json(&rules)), Ok(rules));
            assert_eq!(parse(&sgf_name(&rules)), Ok(rules));
        }
    }

    #[test]
    fn names_mean_what_their_users_expect() {
        for (name, rules) in NAMES {
            assert_eq!(parse(name), Ok(rules), "{name}");
        }
        for (name, rules) in Rules::NAMED {
            assert_eq!(parse(name), Ok(rules), "{name}");
        }
        assert_eq!(parse(" New_Zealand "), Ok(Rules::NEW_ZEALAND));
        assert_eq!(parse("chinese-kgs").unwrap().ko, KoRule::Positional);
        assert_eq!(name(&parse("bga").unwrap()), Some("aga"));
    }

    #[test]
    fn what_is_not_played_here_is_refused_with_the_reason() {
        let refusal = |text: &str| parse(text).unwrap_err().to_string();
        assert_eq!(
            refusal("stone-scoring"),
            "stone-scoring rules are not supported: groups cannot be taxed two points"
        );
        assert!(refusal("aga-button").contains("no button"));
        assert!(refusal(r#"{"hasButton":true}"#).contains("no button"));
        assert!(refusal(r#"{"tax":"ALL"}"#).contains("taxed"));
        assert!(refusal(r#"{"scoring":"AREA","tax":"SEKI"}"#).contains("seki"));
        assert_eq!(
            refusal(r#"{"komi":7.5}"#),
            "\"komi\" is no rule: the rules are hasButton, ko, scoring, tax, suicide, \
             whiteHandicapBonus, friendlyPassOk"
        );
        assert_eq!(
            refusal(r#"{"ko":"NONE"}"#),
            "ko cannot be \"NONE\": choose SIMPLE, POSITIONAL or SITUATIONAL"
        );
        assert!(refusal(r#"{"suicide":"yes"}"#).contains("true or false"));
        assert!(refusal("{").starts_with("the rules are no JSON object"));
        assert!(
            refusal("monopoly").starts_with("\"monopoly\" is no rule set: choose tromp-taylor")
        );
    }

    #[test]
    fn one_rule_can_be_changed() {
        let rules = set(&Rules::CHINESE, "ko", "positional").unwrap();
        assert_eq!(rules, CHINESE_POSITIONAL);
        assert!(set(&Rules::CHINESE, "suicide", "true").unwrap().suicide);
        assert!(set(&Rules::CHINESE, "color", "red").is_err());
    }

    #[test]
    fn rules_that_are_not_mentioned_are_those_of_tromp_and_taylor() {
        assert_eq!(parse("{}"), Ok(Rules::TROMP_TAYLOR));
        let expected = Rules { suicide: false, ..Rules::TROMP_TAYLOR };
        assert_eq!(parse(r#"{"suicide":false,"friendlyPassOk":true}"#), Ok(expected));
    }
}
