import { ensureBuilt } from './parts.mjs'
import { command, endStepsOnSignals } from './steps.mjs'

const parent = process.ppid

await command(async () => {
  const release = endStepsOnSignals()
  await ensureBuilt()
  release()
})

// npm passes a signal to its shell, which dies without passing it to us.
if (process.env.npm_lifecycle_event === 'start') {
  const watching = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watching)
    process.kill(process.pid, 'SIGTERM')
  }, 200).unref()
}

// In this process, so that signals, the exit code and kill -9 are the server's own.
await import('../apps/server/dist/bundle.js')
