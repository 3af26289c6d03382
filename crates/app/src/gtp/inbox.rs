//! Requests that have arrived and wait to be answered.

use aji_notation::gtp::{Request, RequestError, RequestReader};
use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

/// What the reader found on a line.
pub type Line = Result<Request, RequestError>;

#[derive(Default)]
struct Queue {
    lines: VecDeque<Line>,
    /// Set when nothing more will come.
    end: Option<io::Result<()>>,
}

/// A queue between the thread that reads and the one that answers.
#[derive(Default)]
pub struct Inbox {
    queue: Mutex<Queue>,
    arrived: Condvar,
    /// True whenever something waits: a search that any line may end watches it.
    has_news: AtomicBool,
}

impl Inbox {
    /// Reads requests until the input ends.
    pub fn fill_from(&self, input: impl BufRead) {
        let mut reader = RequestReader::new(input);
        loop {
            let next = reader.next_request();
            let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
            let is_end = match next {
                Ok(Some(line)) => {
                    queue.lines.push_back(line);
                    false
                }
                Ok(None) => {
                    queue.end = Some(Ok(()));
                    true
                }
                Err(error) => {
                    queue.end = Some(Err(error));
                    true
                }
            };
            self.has_news.store(true, Ordering::SeqCst);
            self.arrived.notify_one();
            if is_end {
                return;
            }
        }
    }

    /// Waits for the next request; none when the input has ended.
    pub fn next(&self) -> io::Result<Option<Line>> {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(line) = queue.lines.pop_front() {
                let has_news = !queue.lines.is_empty() || queue.end.is_some();
                self.has_news.store(has_news, Ordering::SeqCst);
                return Ok(Some(line));
            }
            if let Some(end) = queue.end.take() {
                queue.end = Some(Ok(()));
                return end.map(|()| None);
            }
            queue = self.arrived.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// True as soon as a line waits or the input has ended.
    pub fn has_news(&self) -> &AtomicBool {
        &self.has_news
    }
}
