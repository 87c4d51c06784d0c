import { features, identify } from './app.js'
import { AGENTS } from './features/operations/demo-data/cast.js'
import { DAYS, PASSWORD, seed } from './features/operations/demo-data/seed.js'
import { readConfig } from './platform/config.js'
import { createLog } from './platform/log.js'
import { startServer } from './platform/server.js'
import { StartupError } from './platform/startup-error.js'

/** `npm run seed` */
async function main() {
  const config = readConfig(process.env)
  const log = createLog(config.log_level === 'info' ? 'warn' : config.log_level)
  const server = await startServer({
    config: { ...config, port: 0, host: '127.0.0.1' },
    log,
    features,
    identify,
  })
  const made = await seed(server.platform)
  const what =
    made === undefined ? 'The demo company is already there.' : `Acme now has ${made} conversations over ${DAYS} days.`
  process.stdout.write(`${what} Sign in as ${AGENTS[0].email} with the password ${PASSWORD}.\n`)
  await server.stop()
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    const message =
      error instanceof StartupError
        ? error.message
        : error instanceof Error
          ? (error.stack ?? error.message)
          : String(error)
    process.stderr.write(`${message}\n`)
    process.exit(1)
  },
)
