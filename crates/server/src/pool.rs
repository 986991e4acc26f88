//! Searches in slices: every request in work advances a few milliseconds at a time, so that all of
//! them have an answer when it is due, however many there are.

use crate::metrics::Metrics;
use facedown_search::Slice;
use facedown_service::{ErrorKind, Job, Request, Service, ServiceError, Spent};
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};

/// The time of a slice.
const SLICE: Duration = Duration::from_millis(3);
/// The time kept for the way back: a slice of another request, the answer's text, the network.
const MARGIN: Duration = Duration::from_millis(20);
/// The time between two reports on progress.
const EVERY: Duration = Duration::from_millis(100);

/// An answer as JSON, and what it cost.
pub(crate) struct Done {
    pub(crate) body: Vec<u8>,
    pub(crate) spent: Spent,
}

/// A request in the pool. Dropping it cancels the work.
pub(crate) struct Ticket {
    pub(crate) answer: oneshot::Receiver<Result<Done, ServiceError>>,
    cancel: Arc<AtomicBool>,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}

/// A request in work or waiting.
struct Task {
    request: Request,
    job: Option<Job>,
    /// The time by which the answer leaves.
    due: Instant,
    cancel: Arc<AtomicBool>,
    answer: oneshot::Sender<Result<Done, ServiceError>>,
    progress: Option<mpsc::Sender<Vec<u8>>>,
    reported: Instant,
}

/// What a slice came to.
enum Outcome {
    More(Task),
    Over,
}

struct Shared {
    service: Arc<Service>,
    metrics: Arc<Metrics>,
    queue: Mutex<Queue>,
    wake: Condvar,
    limit: usize,
}

#[derive(Default)]
struct Queue {
    tasks: VecDeque<Task>,
    /// Tasks in work and waiting.
    count: usize,
    closing: bool,
}

/// The threads that search.
pub(crate) struct Pool {
    shared: Arc<Shared>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

impl Pool {
    pub(crate) fn new(
        service: Arc<Service>,
        metrics: Arc<Metrics>,
        workers: usize,
        limit: usize,
    ) -> std::io::Result<Self> {
        let (queue, wake) = (Mutex::default(), Condvar::new());
        let shared = Arc::new(Shared { service, metrics, queue, wake, limit });
        let spawn = |n: usize| {
            let shared = Arc::clone(&shared);
            std::thread::Builder::new()
                .name(format!("search {n}"))
                .stack_size(16 << 20)
                .spawn(move || shared.work())
        };
        let threads = (0..workers).map(spawn).collect::<Result<_, _>>()?;
        Ok(Self { shared, threads: Mutex::new(threads) })
    }

    /// Takes on a request that arrived at this time; refuses it where there is no room.
    pub(crate) fn submit(
        &self,
        request: Request,
        arrived: Instant,
        progress: Option<mpsc::Sender<Vec<u8>>>,
    ) -> Result<Ticket, ServiceError> {
        let limit = self.shared.service.limits().timeout_ms;
        let wait = request.budget().and_then(|budget| budget.due_ms()).unwrap_or(limit).min(limit);
        let wait = Duration::from_millis(wait);
        let due = arrived + wait.saturating_sub(MARGIN.min(wait / 4));
        let cancel = Arc::new(AtomicBool::new(false));
        let (sender, answer) = oneshot::channel();
        let task = Task {
            request,
            job: None,
            due,
            cancel: Arc::clone(&cancel),
            answer: sender,
            progress,
            reported: arrived,
        };
        let mut queue = self.shared.lock();
        if queue.closing {
            return Err(ServiceError::new(ErrorKind::Busy, "the server is shutting down"));
        }
        if queue.count >= self.shared.limit {
            let why = format!("{} requests are in work", queue.count);
            return Err(ServiceError::new(ErrorKind::Busy, why));
        }
        queue.count += 1;
        self.shared.metrics.queued.store(queue.count as u64, Ordering::Relaxed);
        queue.tasks.push_back(task);
        drop(queue);
        self.shared.wake.notify_one();
        Ok(Ticket { answer, cancel })
    }

    /// Ends all work with the answers so far, and the threads.
    pub(crate) fn close(&self) {
        self.shared.lock().closing = true;
        self.shared.wake.notify_all();
        let mut threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        for thread in threads.drain(..) {
            // A worker that panicked outside a task has nothing left to say.
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Works until the pool closes.
    fn work(&self) {
        let mut queue = self.lock();
        loop {
            let now = Instant::now();
            // What is due goes first, then what has waited longest for a slice.
            let due = queue.tasks.iter().position(|task| task.due <= now);
            let Some(task) = queue.tasks.remove(due.unwrap_or(0)) else {
                if queue.closing {
                    return;
                }
                queue = self.wake.wait(queue).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let closing = queue.closing;
            drop(queue);
            let outcome = self.advance(task, closing);
            queue = self.lock();
            match outcome {
                Outcome::More(task) => queue.tasks.push_back(task),
                Outcome::Over => {
                    queue.count -= 1;
                    self.metrics.queued.store(queue.count as u64, Ordering::Relaxed);
                }
            }
        }
    }

    /// Advances a task by a slice; answers it if it is complete or due.
    fn advance(&self, mut task: Task, closing: bool) -> Outcome {
        if task.cancel.load(Ordering::Relaxed) {
            return Outcome::Over;
        }
        let advanced = catch_unwind(AssertUnwindSafe(|| self.slice(&mut task, closing)));
        match advanced.unwrap_or_else(|_| Err(panicked())) {
            Ok(false) => Outcome::More(task),
            Ok(true) => {
                let job = task.job.take();
                let done = catch_unwind(AssertUnwindSafe(|| self.finish(job)));
                // Nobody waits for the answer of a connection that has gone.
                let _ = task.answer.send(done.unwrap_or_else(|_| Err(panicked())));
                Outcome::Over
            }
            Err(error) => {
                let _ = task.answer.send(Err(error));
                Outcome::Over
            }
        }
    }

    /// Returns whether the answer is complete or due.
    fn slice(&self, task: &mut Task, closing: bool) -> Result<bool, ServiceError> {
        let job = match &mut task.job {
            Some(job) => job,
            none => none.insert(self.service.begin(&task.request)?),
        };
        let left = task.due.saturating_duration_since(Instant::now());
        if job.advance(Slice::seconds(left.min(SLICE).as_secs_f64()), &task.cancel)? {
            return Ok(true);
        }
        let now = Instant::now();
        if let Some(progress) = task.progress.as_ref().filter(|_| now - task.reported >= EVERY) {
            task.reported = now;
            let report = job.progress().and_then(|report| serde_json::to_vec(&report).ok());
            // A client that reads slowly misses some reports.
            let _ = report.map(|report| progress.try_send(report));
        }
        Ok(closing || task.due <= now)
    }

    fn finish(&self, job: Option<Job>) -> Result<Done, ServiceError> {
        let job = job.ok_or_else(panicked)?;
        let (answer, spent) = job.finish()?;
        self.metrics.spent(spent);
        let internal = |error| ServiceError::new(ErrorKind::Internal, error);
        Ok(Done { body: serde_json::to_vec(&answer).map_err(internal)?, spent })
    }
}

fn panicked() -> ServiceError {
    ServiceError::new(ErrorKind::Internal, "the request could not be answered")
}
