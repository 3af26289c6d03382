//! Who may talk to the server: this machine, through its own page.
//!
//! Binding to the loopback interface keeps other machines out, not other pages: a page from anywhere
//! can make the browser send requests to 127.0.0.1, and a name server can make a foreign name point
//! there. The `Host` header shows the second, the `Origin` header the first. Only the name of the host
//! is compared with ours and not the port, so that a forwarded port works; the origin must then be
//! exactly that host.

use crate::trouble::Trouble;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// The names by which this machine knows itself.
const OWN_NAMES: [&str; 3] = ["127.0.0.1", "localhost", "[::1]"];

const SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Lets a request pass if it is meant for this machine and comes from its own page.
pub async fn check(request: Request, next: Next) -> Response {
    match check_headers(request.headers(), request.uri().path()) {
        Ok(()) => next.run(request).await,
        Err(trouble) => trouble.into_response(),
    }
}

/// The check itself.
pub fn check_headers(headers: &HeaderMap, path: &str) -> Result<(), Trouble> {
    let host = only(headers, header::HOST).map_err(Trouble::ForeignHost)?.unwrap_or_default();
    if !is_own(&host) {
        return Err(Trouble::ForeignHost(host));
    }
    if let Some(origin) = only(headers, header::ORIGIN).map_err(Trouble::ForeignOrigin)?
        && !origin.strip_prefix("http://").is_some_and(|from| from.eq_ignore_ascii_case(&host))
    {
        return Err(Trouble::ForeignOrigin(origin));
    }
    // A link from elsewhere may lead to the page, but nobody else's script to the games.
    if path.starts_with("/api/")
        && let Some(site) = only(headers, SITE).map_err(Trouble::ForeignOrigin)?
        && site != "same-origin"
        && site != "none"
    {
        return Err(Trouble::ForeignOrigin(format!("a {site} page")));
    }
    Ok(())
}

/// The header's value, shortened for display; an error if it is there twice or not text.
fn only(headers: &HeaderMap, name: HeaderName) -> Result<Option<String>, String> {
    let mut values = headers.get_all(name).iter();
    let Some(value) = values.next() else { return Ok(None) };
    if values.next().is_some() {
        return Err("two values at once".into());
    }
    match value.to_str() {
        Ok(text) => Ok(Some(text.chars().take(100).collect())),
        Err(_) => Err("bytes that are not text".into()),
    }
}

/// Does the host name this machine, with or without a port?
fn is_own(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => host,
    };
    OWN_NAMES.iter().any(|own| own.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pairs: &[(&'static str, &'static str)]) -> Result<(), Trouble> {
        let mut headers = HeaderMap::new();
        for &(name, value) in pairs {
            headers.append(name, value.parse().unwrap());
        }
        check_headers(&headers, "/api/games")
    }

    #[test]
    fn this_machine_passes_under_each_of_its_names_and_any_port() {
        for host in ["127.0.0.1:8361", "localhost:1", "LOCALHOST", "[::1]:8361", "[::1]"] {
            assert_eq!(check(&[("host", host)]), Ok(()), "{host}");
        }
    }

    #[test]
    fn foreign_and_forged_hosts_are_turned_away() {
        let hosts = [
            "example.com",
            "example.com:8361",
            "127.0.0.1.example.com",
            "localhost.example.com:80",
            "127.0.0.1:8361@example.com",
            "::1",
            "localhost:",
            "192.168.0.2:8361",
            "",
        ];
        for host in hosts {
            assert!(matches!(check(&[("host", host)]), Err(Trouble::ForeignHost(_))), "{host}");
        }
        assert!(matches!(check(&[]), Err(Trouble::ForeignHost(_))));
        let twice = check(&[("host", "localhost"), ("host", "localhost")]);
        assert!(matches!(twice, Err(Trouble::ForeignHost(_))));
    }

    #[test]
    fn only_the_page_itself_may_be_the_origin() {
        let from = |origin| check(&[("host", "127.0.0.1:8361"), ("origin", origin)]);
        assert_eq!(from("http://127.0.0.1:8361"), Ok(()));
        let foreign = [
            "http://example.com",
            "https://127.0.0.1:8361",
            "http://127.0.0.1:3000",
            "http://localhost:8361",
            "http://127.0.0.1:8361.example.com",
            "null",
        ];
        for origin in foreign {
            assert_eq!(from(origin), Err(Trouble::ForeignOrigin(origin.into())), "{origin}");
        }
    }

    #[test]
    fn scripts_of_other_sites_do_not_reach_the_games_even_without_an_origin() {
        let from = |site| check(&[("host", "localhost:8361"), ("sec-fetch-site", site)]);
        assert_eq!(from("same-origin"), Ok(()));
        assert_eq!(from("none"), Ok(()));
        assert!(from("cross-site").is_err());
        assert!(from("same-site").is_err());
    }
}
