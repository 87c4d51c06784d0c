import { features, identify } from './app.js'
import { resetTwoFactorOf } from './features/identity/two-factor/unscoped.js'
import { readConfig } from './platform/config.js'
import { createLog } from './platform/log.js'
import { startServer, type Server } from './platform/server.js'
import { StartupError } from './platform/startup-error.js'

const USAGE = `Usage: npm run admin -- COMMAND

  reset-two-factor EMAIL   turns two-factor sign-in off for a user who lost their codes
  accept-secret-key        goes on with the present secret key after the old one was lost
`

/** `npm run admin`: commands for operators. They work beside a running server. */
async function main([command, argument]: string[]) {
  if (command === 'reset-two-factor' && argument) {
    return withServer({}, async ({ platform }) => {
      const wasOn = await resetTwoFactorOf(platform, argument)
      if (wasOn === undefined) throw new StartupError(`No user has the email ${argument}.`)
      if (!wasOn) return `Two-factor sign-in of ${argument} was off already.`
      return `Two-factor sign-in of ${argument} is off. They sign in with their password and can turn it on again.`
    })
  }
  if (command === 'accept-secret-key') {
    return withServer({ accept_secret_key: true }, async () => 'The present secret key is accepted. Start the server.')
  }
  throw new StartupError(USAGE)
}

async function withServer(options: { accept_secret_key?: true }, work: (server: Server) => Promise<string>) {
  const config = readConfig(process.env)
  const server = await startServer({
    config: { ...config, port: 0, host: '127.0.0.1' },
    log: createLog('error'),
    features,
    identify,
    ...options,
  })
  try {
    return await work(server)
  } finally {
    await server.stop()
  }
}

main(process.argv.slice(2)).then(
  (sentence) => {
    process.stdout.write(`${sentence}\n`)
    process.exit(0)
  },
  (error: unknown) => {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
    process.stderr.write(`${error instanceof StartupError ? error.message : reason}\n`)
    process.exit(1)
  },
)
