import { ensureBuilt } from './parts.mjs'
import { command, endStepsOnSignals } from './steps.mjs'

await command(async () => {
  const release = endStepsOnSignals()
  await ensureBuilt()
  release()
})

await import('../apps/server/dist/admin.js')
