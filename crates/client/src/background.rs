use tokio::runtime::{Handle, Runtime};

/// The thread of a client's connections. It ends with the client and its games, even if a name is being looked up.
pub(crate) struct Background {
    runtime: Option<Runtime>,
    handle: Handle,
}

impl Background {
    pub(crate) fn new(runtime: Runtime) -> Self {
        Self { handle: runtime.handle().clone(), runtime: Some(runtime) }
    }

    pub(crate) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        self.handle.spawn(task);
    }

    pub(crate) fn wait<T>(&self, task: impl Future<Output = T>) -> T {
        self.handle.block_on(task)
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
