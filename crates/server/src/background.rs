use std::net::SocketAddr;
use std::thread::JoinHandle;

use tokio::sync::oneshot;

use crate::{Config, ServeError, Server, SharedApp};

/// A server on its own threads, for programs that do more than serve. Stops when it is dropped.
pub struct BackgroundServer {
    app: SharedApp,
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl BackgroundServer {
    /// Binds the address and starts to serve.
    pub fn start(config: Config) -> Result<Self, ServeError> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let server = {
            let _guard = runtime.enter();
            Server::bind(config)?
        };
        let (app, address) = (server.app.clone(), server.address()?);
        let (stop, stopped) = oneshot::channel();
        let thread = std::thread::spawn(move || {
            runtime.block_on(server.run(async {
                let _ = stopped.await;
            }));
        });
        Ok(Self { app, address, stop: Some(stop), thread: Some(thread) })
    }

    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The application state.
    pub fn app(&self) -> &SharedApp {
        &self.app
    }
}

impl Drop for BackgroundServer {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // A server that panicked has nothing left to stop.
            let _ = thread.join();
        }
    }
}
