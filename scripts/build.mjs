import { ensureBuilt } from './parts.mjs'
import { command, endStepsOnSignals } from './steps.mjs'

/** `npm run build` builds everything that changed; `npm run build -- dashboard` only that part. */
await command(async (names) => {
  endStepsOnSignals()
  await ensureBuilt(names.length > 0 ? names : undefined)
})
