import { buildBench, ensureBuilt } from './parts.mjs'
import { command, endStepsOnSignals } from './steps.mjs'

await command(async () => {
  const release = endStepsOnSignals()
  await ensureBuilt()
  await buildBench()
  release()
})

await import('../bench/dist/main.js')
