import { randomUUID } from 'node:crypto'
import { defineWorker } from '../../../platform/feature.js'
import { openLane } from './lane.js'
import { runnersOf } from './runners.js'
import { claimFunctions, hasActiveFunctions } from './unscoped.js'
import { startLeasedWork } from '../../../platform/jobs/leased-work.js'

const MAX_LANES = 500

/** Runs what waits. Each function is leased by one process at a time, which keeps its order. */
export const runFunctions = defineWorker({
  name: 'functions.run',
  start(platform) {
    const lease = randomUUID()
    const pool = runnersOf(platform)
    const work = startLeasedWork({
      platform,
      max: MAX_LANES,
      claim: (limit) => claimFunctions(platform, lease, limit),
      open: (claimed) => openLane(platform, claimed, lease),
    })
    void hasActiveFunctions(platform).then(
      (has) => has && pool.warm(),
      (error: unknown) => platform.log.warn({ err: error }, 'no runner was started in advance'),
    )
    return {
      wake: work.wake,
      async stop() {
        // Functions that run now are killed and wait again: the next process runs them.
        await Promise.all([work.stop(), pool.close()])
      },
    }
  },
})
