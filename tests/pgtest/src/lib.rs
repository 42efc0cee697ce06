//! A `PostgreSQL` server of their own for tests: a cluster in a temporary folder, on a port of 127.0.0.1.
//!
//! The cluster ends with the process that started it, even if that process is killed. A missing server program is a
//! failure; `cargo xtask test` installs Debian's.
//!
//! ```no_run
//! let url = agon_pgtest::database();
//! assert!(url.starts_with("postgres://agon:secret@127.0.0.1:"));
//! ```

use std::fs;
use std::io::Write as _;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The role that owns the databases, and its password.
pub const USER: &str = "agon";
/// The password of [`USER`].
pub const PASSWORD: &str = "secret";

/// How long the server may take to start on a busy machine.
const START_TIMEOUT: Duration = Duration::from_mins(2);

/// Ends `PostgreSQL` and removes its folder as soon as the standard input closes, which it does when the process that
/// holds the other end is gone.
const GUARD: &str = r#"
"$@" &
server=$!
cat > /dev/null
kill -QUIT $server
wait $server
rm -rf "$FOLDER"
"#;

/// How a cluster differs from one for quick tests.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Whether commits are synced to disk. Without it, tests are faster, and a crash of the machine loses data.
    pub fsync: bool,
    /// A certificate chain and its key in PEM, to accept TLS connections with.
    pub tls: Option<[String; 2]>,
    /// More settings, as `name=value`.
    pub settings: Vec<String>,
}

/// A running `PostgreSQL` server.
#[derive(Debug)]
pub struct Cluster {
    port: u16,
    folder: PathBuf,
    user: Option<[u32; 2]>,
    options: Options,
    guard: Option<Child>,
}

/// The URL of a new, empty database in a cluster that all tests of the process share.
pub fn database() -> String {
    static SHARED: OnceLock<Cluster> = OnceLock::new();
    SHARED.get_or_init(|| Cluster::start(Options::default())).database()
}

impl Cluster {
    /// Creates a cluster and starts it.
    ///
    /// # Panics
    ///
    /// If `PostgreSQL` is not installed or does not start.
    pub fn start(options: Options) -> Self {
        let user = unprivileged_user();
        // Not removed by this process: the guard does it, also if this process is killed.
        let folder = tempfile::Builder::new().prefix("agon-pg-").tempdir().expect("a folder").keep();
        if let Some([uid, gid]) = user {
            chown(&folder, Some(uid), Some(gid)).expect("the folder's owner");
        }
        let mut cluster = Self { port: free_port(), folder, user, options, guard: None };
        cluster.owned_file("password", PASSWORD);
        let data = cluster.folder.join("data");
        let mut initdb = cluster.command("initdb");
        initdb.arg("--pgdata").arg(&data).args(["--username", USER, "--pwfile"]).arg(cluster.folder.join("password"));
        initdb.args(["--auth-host=scram-sha-256", "--auth-local=trust", "--encoding=UTF8", "--no-locale", "--no-sync"]);
        run(initdb);
        if let Some([chain, key]) = cluster.options.tls.clone() {
            cluster.owned_file("server.crt", &chain);
            cluster.owned_file("server.key", &key);
        }
        cluster.launch();
        cluster
    }

    /// The port on 127.0.0.1.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The URL of a new, empty database.
    pub fn database(&self) -> String {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let name = format!("test{}", NUMBER.fetch_add(1, Relaxed));
        self.execute("postgres", &format!("CREATE DATABASE {name}"));
        self.url(&name)
    }

    /// The URL of a database of this name.
    pub fn url(&self, name: &str) -> String {
        format!("postgres://{USER}:{PASSWORD}@127.0.0.1:{}/{name}", self.port)
    }

    /// Executes SQL in a database, as the owner, and returns what it prints.
    pub fn execute(&self, database: &str, sql: &str) -> String {
        let mut psql = self.command("psql");
        psql.args(["--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set", "ON_ERROR_STOP=1"]);
        psql.args(["--username", USER, "--dbname", database, "--command", sql, "--port"]).arg(self.port.to_string());
        psql.arg("--host").arg(&self.folder);
        run(psql).trim().to_owned()
    }

    /// Stops the server at once, as a crash would: connections break, and the log is replayed at the next start.
    pub fn kill(&mut self) {
        let pid = fs::read_to_string(self.folder.join("data/postmaster.pid")).expect("the server runs");
        let pid = pid.lines().next().expect("a process id").to_owned();
        run(system_command("kill", &["-QUIT", &pid]));
        let mut guard = self.guard.take().expect("a guard");
        // The guard waits for its input; killed itself, it does not remove the folder.
        guard.kill().expect("the guard ends");
        guard.wait().expect("the guard ended");
        wait_until("the server to end", || TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).is_err());
        let _ = fs::remove_file(self.folder.join("data/postmaster.pid"));
    }

    /// Starts the server again after [`Cluster::kill`], on the same port.
    pub fn launch(&mut self) {
        let mut server = Command::new("/bin/sh");
        server.args(["-c", GUARD, "guard"]).arg(program("postgres")).env("FOLDER", &self.folder);
        server.arg("-D").arg(self.folder.join("data")).args(["-p", &self.port.to_string()]);
        let on = |is: bool| if is { "on" } else { "off" };
        let mut settings = vec![
            "listen_addresses=127.0.0.1".to_owned(),
            format!("unix_socket_directories={}", self.folder.display()),
            format!("fsync={}", on(self.options.fsync)),
            format!("full_page_writes={}", on(self.options.fsync)),
            format!("ssl={}", on(self.options.tls.is_some())),
            "max_connections=200".to_owned(),
            "shared_buffers=32MB".to_owned(),
            "log_min_messages=fatal".to_owned(),
        ];
        if self.options.tls.is_some() {
            for (setting, file) in [("ssl_cert_file", "server.crt"), ("ssl_key_file", "server.key")] {
                settings.push(format!("{setting}={}", self.folder.join(file).display()));
            }
        }
        settings.extend_from_slice(&self.options.settings);
        for setting in settings {
            server.args(["-c", &setting]);
        }
        let log = fs::File::create(self.folder.join("log")).expect("a log file");
        server.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(log).current_dir("/");
        self.drop_privileges(&mut server);
        self.guard = Some(server.spawn().expect("a shell"));
        let ready = || {
            let mut asked = self.command("pg_isready");
            asked.args(["--quiet", "--host", "127.0.0.1", "--port", &self.port.to_string()]);
            asked.status().is_ok_and(|status| status.success())
        };
        let log = || fs::read_to_string(self.folder.join("log")).unwrap_or_default();
        wait_until(&format!("PostgreSQL to start: {}", log()), ready);
    }

    /// A file that only the server's user can read.
    fn owned_file(&self, name: &str, content: &str) {
        let path = self.folder.join(name);
        let mut file = fs::File::create(&path).expect("a file");
        file.write_all(content.as_bytes()).expect("written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("permissions");
        if let Some([uid, gid]) = self.user {
            chown(&path, Some(uid), Some(gid)).expect("an owner");
        }
    }

    fn command(&self, name: &str) -> Command {
        let mut command = Command::new(program(name));
        command.current_dir("/");
        self.drop_privileges(&mut command);
        command
    }

    /// `PostgreSQL` refuses to run as root.
    fn drop_privileges(&self, command: &mut Command) {
        if let Some([uid, gid]) = self.user {
            command.uid(uid).gid(gid);
        }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if let Some(mut guard) = self.guard.take() {
            drop(guard.stdin.take());
            let _ = guard.wait();
        }
    }
}

/// The user and group to run `PostgreSQL` as; `None` unless this process runs as root.
fn unprivileged_user() -> Option<[u32; 2]> {
    let own = fs::metadata("/proc/self").map(|found| std::os::unix::fs::MetadataExt::uid(&found));
    if !own.is_ok_and(|uid| uid == 0) {
        return None;
    }
    let users = fs::read_to_string("/etc/passwd").expect("the list of users");
    let ids_of = |name: &str| {
        let line = users.lines().find(|line| line.split(':').next() == Some(name))?;
        let mut fields = line.split(':').skip(2);
        Some([fields.next()?.parse().ok()?, fields.next()?.parse().ok()?])
    };
    Some(ids_of("postgres").or_else(|| ids_of("nobody")).expect("a user without privileges"))
}

/// A program of `PostgreSQL`. Debian keeps those of the server where no usual path leads.
fn program(name: &str) -> PathBuf {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let newest = versions.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok()).max();
    let found = newest.map(|version| Path::new("/usr/lib/postgresql").join(version.to_string()).join("bin").join(name));
    found.filter(|path| path.exists()).unwrap_or_else(|| PathBuf::from(name))
}

fn system_command(name: &str, args: &[&str]) -> Command {
    let mut command = Command::new(name);
    command.args(args);
    command
}

fn run(mut command: Command) -> String {
    let output = command.output().unwrap_or_else(|error| {
        panic!("{command:?}: {error}; PostgreSQL is needed for these tests: apt-get install postgresql")
    });
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    listener.local_addr().expect("an address").port()
}

fn wait_until(what: &str, is: impl Fn() -> bool) {
    let deadline = Instant::now() + START_TIMEOUT;
    while !is() {
        assert!(Instant::now() < deadline, "waited too long for {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}
