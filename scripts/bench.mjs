import { findChromium } from './find-program.mjs'
import { buildBench, ensureBuilt } from './parts.mjs'
import { command, endStepsOnSignals } from './steps.mjs'

await command(async () => {
  const release = endStepsOnSignals()
  await ensureBuilt()
  await buildBench()
  const chromium = await findChromium()
  if (chromium) process.env.CHROMIUM_PATH = chromium
  release()
})

await import('../bench/dist/main.js')
