import type { Worker } from '../feature.js'
import type { Platform } from '../platform.js'

/** Starts the features' workers. `wake` is for a commit that may have brought work. */
export function startWorkers(platform: Platform, workers: Worker[]) {
  const running = new Map(workers.map((worker) => [worker, worker.start(platform)]))
  return {
    started: Promise.all([...running.values()].flatMap((one) => one.started ?? [])),
    wake: (worker: Worker) => running.get(worker)?.wake(),
    stop: () => Promise.all([...running.values()].map((one) => one.stop())),
  }
}
