//! A worker: a second instance of the app that does jobs and cannot block the page.

use std::cell::Cell;

use futures::channel::oneshot;
use futures::future::{Either, select};
use gloo::events::EventListener;
use gloo::timers::future::TimeoutFuture;
use gloo::utils::{document, window};
use gloo_worker::Spawnable;
use gloo_worker::oneshot::OneshotBridge;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{BroadcastChannel, Response};

use crate::app::jobs::{Job, JobResult, JobWorker};

/// A worker that does not answer for this time has not started, in milliseconds.
const PATIENCE_MS: u32 = 120_000;

/// A running worker; it ends when this is dropped.
pub(super) struct Worker {
    bridge: OneshotBridge<JobWorker>,
    failure: StartFailure,
}

impl Worker {
    /// Starts a worker.
    ///
    /// # Errors
    /// Why it cannot start, and what helps.
    pub(super) async fn start() -> Result<Self, String> {
        let failure = StartFailure::listen()
            .ok_or("The browser does not let the page hear from its workers. Update it.")?;
        let address = address(&failure.channel_name)
            .ok_or("The page does not know its own files. Reload it and try again.")?;
        // Of a script that does not arrive, there is nothing that could report it.
        let response = JsFuture::from(window().fetch_with_str(&address)).await;
        if !response.is_ok_and(|response| response.unchecked_into::<Response>().ok()) {
            return Err(
                "A part of the page did not arrive. Check the connection and try again.".to_owned(),
            );
        }
        let bridge = JobWorker::spawner()
            .with_loader(true)
            .as_module(true)
            .spawn(&address);
        Ok(Self { bridge, failure })
    }

    /// Does a job; a worker that could not start or does not answer is a failure too.
    pub(super) async fn run(&mut self, job: Job) -> JobResult {
        let answer = Box::pin(self.bridge.run(job));
        let limit = select(&mut self.failure.reported, TimeoutFuture::new(PATIENCE_MS));
        match select(answer, limit).await {
            Either::Left((result, _)) => result,
            Either::Right((Either::Left(_), _)) => JobResult::Failed(
                "A part of the page did not arrive or is damaged. Check the connection and try again.".to_owned(),
            ),
            Either::Right((Either::Right(_), _)) => {
                JobResult::Failed("The worker does not answer. Reload the page and try again.".to_owned())
            }
        }
    }
}

/// Hears from the worker's script when the worker cannot start.
struct StartFailure {
    channel: BroadcastChannel,
    channel_name: String,
    reported: oneshot::Receiver<()>,
    _listener: EventListener,
}

impl StartFailure {
    /// Listens on a channel with a name of its own. `None` where the browser has no such channels.
    fn listen() -> Option<Self> {
        let channel_name = format!(
            "shedscope-{}-{}",
            js_sys::Date::now(),
            js_sys::Math::random()
        );
        let channel = BroadcastChannel::new(&channel_name).ok()?;
        let (sender, reported) = oneshot::channel();
        let sender = Cell::new(Some(sender));
        let listener = EventListener::new(&channel, "message", move |_| {
            if let Some(sender) = sender.take() {
                // Nobody waits for it when the worker has been dropped.
                let _ = sender.send(());
            }
        });
        Some(Self {
            channel,
            channel_name,
            reported,
            _listener: listener,
        })
    }
}

impl Drop for StartFailure {
    fn drop(&mut self) {
        self.channel.close();
    }
}

/// The address of the worker's script, with those of the files that Trunk has named and the channel for failures.
fn address(channel: &str) -> Option<String> {
    let find = |selector: &str| {
        document()
            .query_selector(selector)
            .ok()
            .flatten()?
            .get_attribute("href")
    };
    let glue = find("link[rel=modulepreload]")?;
    let wasm = find("link[rel=preload][as=fetch]")?;
    Some(format!(
        "./worker.js?glue={}&wasm={}&channel={}",
        encode(&glue),
        encode(&wasm),
        encode(channel)
    ))
}

fn encode(address: &str) -> String {
    String::from(js_sys::encode_uri_component(address))
}
