import { ensureBuilt } from './parts.mjs'
import { command, endStepsOnSignals } from './steps.mjs'

await command(async () => {
  endStepsOnSignals()
  await ensureBuilt()
})
