//! A child process with a GTP pipe, which never outlives its owner.

use super::EngineSpec;
use super::fault::{Fault, excerpt};
use super::tail::{Kept, Tail};
use aji_notation::gtp::{Command, ReplyError, ReplyReader, Response};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Of stderr, so much is kept between two looks at it.
const STDERR_KEPT: usize = 16 * 1024;
/// Of stdout, so much is kept to show what came instead of a reply.
const STDOUT_KEPT: usize = 256;
/// How long a program may take to leave after `quit`.
const FAREWELL: Duration = Duration::from_millis(500);

/// A running program.
#[derive(Debug)]
pub struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    replies: Receiver<Result<Response, ReplyError>>,
    stderr: Tail,
    /// What was written to stdout since the last command.
    stdout: Tail,
    is_reaped: bool,
    is_sound: bool,
}

impl Process {
    /// Starts the program.
    pub fn start(spec: &EngineSpec) -> Result<Process, Fault> {
        let failed = |error: io::Error| Fault::NotStarted {
            command: spec.command.to_string(),
            error: error.to_string(),
        };
        let mut command = std::process::Command::new(program(&spec.command.program));
        command.args(&spec.command.arguments);
        command.envs(spec.command.environment.iter().map(|(name, value)| (name, value)));
        if let Some(folder) = &spec.folder {
            // The system's message would name the program although the folder is what is missing.
            if !folder.is_dir() {
                let missing = format!("its folder {} does not exist", folder.display());
                return Err(failed(io::Error::new(io::ErrorKind::NotFound, missing)));
            }
            command.current_dir(folder);
        }
        // A group of its own: what the program starts ends with it, and an interrupt at the keyboard
        // reaches the match, which then ends its engines in order.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());

        let mut child = command.spawn().map_err(failed)?;
        let (sender, replies) = sync_channel(16);
        let (stderr, stdout) = (Tail::new(STDERR_KEPT), Tail::new(STDOUT_KEPT));
        if let Some(pipe) = child.stdout.take() {
            let pipe = Watched { reader: BufReader::new(pipe), tail: stdout.clone() };
            thread::spawn(move || read_replies(pipe, &sender));
        }
        if let Some(pipe) = child.stderr.take() {
            let tail = stderr.clone();
            thread::spawn(move || drain(pipe, &tail));
        }
        let stdin = child.stdin.take();
        Ok(Process { child, stdin, replies, stderr, stdout, is_reaped: false, is_sound: true })
    }

    /// Sends a command and waits for the answer: the text after `=`, or after `?` as the inner error.
    pub fn ask(
        &mut self,
        command: &Command,
        patience: Duration,
    ) -> Result<Result<String, String>, Fault> {
        match self.replies.try_recv() {
            Err(TryRecvError::Empty) => {}
            Ok(Ok(response)) => {
                let said = response.result.unwrap_or_else(|text| text);
                let said = format!("an answer that nobody asked for: {}", excerpt(&said));
                return Err(self.garbage(command, said));
            }
            Ok(Err(_)) | Err(TryRecvError::Disconnected) => return Err(self.ended(command)),
        }
        let deadline = Instant::now() + patience;
        self.stdout.take();
        let sent = match &mut self.stdin {
            Some(stdin) => stdin.write_all(command.to_string().as_bytes()),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        };
        if sent.is_err() {
            return Err(self.ended(command));
        }
        match self.replies.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(Ok(response)) => Ok(response.result),
            Ok(Err(ReplyError::Closed { .. } | ReplyError::Io(_))) => Err(self.ended(command)),
            Ok(Err(error)) => Err(self.garbage(command, error.to_string())),
            Err(RecvTimeoutError::Timeout) => Err(self.silent(command, patience)),
            Err(RecvTimeoutError::Disconnected) => Err(self.ended(command)),
        }
    }

    /// What was written to stderr since the last time.
    pub fn take_stderr(&mut self) -> Kept {
        self.stderr.take()
    }

    /// The id of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    fn ended(&mut self, command: &Command) -> Fault {
        self.is_sound = false;
        let deadline = Instant::now() + FAREWELL;
        let status = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => {
                    self.is_reaped = true;
                    break status.to_string();
                }
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                _ => break "it closed its output and went on".to_owned(),
            }
        };
        let last_words = self.last_words();
        Fault::Exited { command: command.text().to_owned(), status: status + &last_words }
    }

    /// The last line of stderr, where programs say why they leave. It stays there for the record.
    fn last_words(&mut self) -> String {
        // The thread that reads stderr may be a moment behind the one that saw the end of stdout.
        thread::sleep(Duration::from_millis(20));
        let kept = self.stderr.take();
        self.stderr.write(kept.text.as_bytes());
        match kept.text.trim_end().lines().next_back() {
            Some(line) if !line.trim().is_empty() => format!("; its last words: {}", excerpt(line)),
            _ => String::new(),
        }
    }

    fn garbage(&mut self, command: &Command, said: String) -> Fault {
        self.is_sound = false;
        Fault::Garbage { command: command.text().to_owned(), said }
    }

    /// No reply in time: nonsense if anything was said, else silence.
    fn silent(&mut self, command: &Command, patience: Duration) -> Fault {
        self.is_sound = false;
        let said = self.stdout.take();
        if said.text.trim().is_empty() {
            let seconds = patience.as_secs_f64();
            return Fault::Hung { command: command.text().to_owned(), seconds };
        }
        self.garbage(command, excerpt(&said.text))
    }

    fn kill(&mut self) {
        if self.is_reaped {
            return;
        }
        // Not yet waited for, so the id still names this process and its group.
        #[cfg(unix)]
        if let Some(group) =
            i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw)
        {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        self.is_reaped = true;
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.is_sound && !self.is_reaped {
            if let Some(stdin) = &mut self.stdin {
                let _ = stdin.write_all(b"quit\n");
            }
            self.stdin = None;
            let deadline = Instant::now() + FAREWELL;
            // The answer to quit, then the end of its output.
            while let Ok(Ok(_)) = self.replies.recv_timeout(deadline - Instant::now().min(deadline))
            {
            }
        }
        self.kill();
    }
}

/// Where some systems put games although `PATH` does not look there: Debian's GNU Go, for one.
const GAME_FOLDERS: [&str; 2] = ["/usr/games", "/usr/local/games"];

/// A path with a folder in it is meant as seen from here, wherever the program will run. A bare name is looked
/// up in `PATH`, and then where games are.
fn program(name: &str) -> PathBuf {
    let path = Path::new(name);
    if path.components().count() > 1 {
        return std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    }
    let search = std::env::var_os("PATH").unwrap_or_default();
    let is_in_path = std::env::split_paths(&search).any(|folder| folder.join(path).is_file());
    let mut games = GAME_FOLDERS.iter().map(|folder| Path::new(folder).join(path));
    match games.find(|game| !is_in_path && game.is_file()) {
        Some(game) => game,
        None => path.to_owned(),
    }
}

/// Sends every reply on, until the engine or its owner has gone.
fn read_replies(pipe: impl BufRead, sender: &SyncSender<Result<Response, ReplyError>>) {
    let mut replies = ReplyReader::new(pipe);
    loop {
        let reply = replies.next_reply();
        let is_last = reply.is_err();
        if sender.send(reply).is_err() || is_last {
            return;
        }
    }
}

/// Empties stderr for as long as there is anything, so that the engine never waits for a reader.
fn drain(mut pipe: impl Read, tail: &Tail) {
    let mut buffer = [0; 16 * 1024];
    loop {
        match pipe.read(&mut buffer) {
            Ok(0) => return,
            Ok(n) => tail.write(&buffer[..n]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

/// A reader that leaves a trace of what was read.
struct Watched<R> {
    reader: BufReader<R>,
    tail: Tail,
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.reader.read(buffer)?;
        self.tail.write(&buffer[..n]);
        Ok(n)
    }
}

impl<R: Read> BufRead for Watched<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let is_new = self.reader.buffer().is_empty();
        let bytes = self.reader.fill_buf()?;
        if is_new {
            self.tail.write(bytes);
        }
        Ok(bytes)
    }

    fn consume(&mut self, n: usize) {
        self.reader.consume(n);
    }
}
