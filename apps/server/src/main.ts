import { features, identify } from './app.js'
import { readConfig } from './platform/config.js'
import { createLog } from './platform/log.js'
import { startServer } from './platform/server.js'
import { StartupError } from './platform/startup-error.js'

/** The server stops by itself sooner. Only a database that does not stop could take longer. */
const STOP_MS = 10_000

async function main() {
  // If the log's reader is gone or the disk is full, log lines are lost and the server goes on.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

  const config = readConfig(process.env)
  const log = createLog(config.log_level)
  const starting = startServer({ config, log, features, identify })

  // Registered first: a stop during the start must not leave PostgreSQL running.
  let stopping = false
  const stop = (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), STOP_MS).unref()
    void starting
      .then((server) => server.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'could not stop cleanly')
          process.exit(1)
        },
      )
  }
  // SIGHUP: the terminal was closed.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)

  await starting
  process.stdout.write(`\nPapercups is running: ${config.base_url}\n\n`)
}

main().catch((error: unknown) => {
  if (error instanceof StartupError) process.stderr.write(`${error.message}\n`)
  else
    process.stderr.write(
      `Papercups could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    )
  process.exit(1)
})
