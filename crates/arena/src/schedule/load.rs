//! Is the machine large enough for what is asked of it?

use std::fmt;

/// How many threads think at the same time, and on how many cores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    /// Games played at the same time. In each only one side thinks.
    pub games: usize,
    /// Threads of the side that thinks.
    pub threads: usize,
    /// Cores of the machine.
    pub cores: usize,
}

impl Load {
    /// So many games with so many threads on this machine.
    pub fn here(games: usize, threads: usize) -> Load {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Load { games, threads, cores }
    }

    /// Do more threads think than there are cores? Then times per move, and strength by time, mean little.
    pub const fn is_too_much(&self) -> bool {
        self.games * self.threads > self.cores
    }
}

impl fmt::Display for Load {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Load { games, threads, cores } = self;
        write!(f, "{games} games at a time × {threads} threads on {cores} cores")
    }
}
