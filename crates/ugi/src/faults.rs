//! How a program can fail, and what can be wrong with its options.

agon_core::faults! {
    /// The command line is empty or its quotes do not match.
    pub ENGINE_COMMAND = "engine-command", "{command} is not a command line; write the program and its arguments";
    /// The program could not be started.
    pub ENGINE_START = "engine-start", "{engine} cannot be started: {reason}";
    /// The program has exited by itself.
    pub ENGINE_EXITED = "engine-exited", "{engine} has ended with exit code {exit_code}";
    /// The program was ended by a signal.
    pub ENGINE_KILLED = "engine-killed", "{engine} was ended by signal {signal}";
    /// The program runs, but reads or writes no more.
    pub ENGINE_CLOSED = "engine-closed", "{engine} has closed its input or output";
    /// The program answers a command by an error.
    pub ENGINE_REFUSES = "engine-refuses", "{engine} refuses: {reason}";
    /// A weight file that cannot be read.
    pub NET_FILE = "net-file", "the weight file {file} cannot be read: {reason}";
    /// The program did something else that ends its game.
    pub ENGINE_FAILED = "engine-failed", "{engine}: {reason}";
    /// The program does not answer in time.
    pub ENGINE_SILENT = "engine-silent", "{engine} does not answer";
    /// The program chose a turn that is not legal.
    pub ENGINE_ILLEGAL = "engine-illegal", "{engine}: illegal move {word}: {reason}";
}
