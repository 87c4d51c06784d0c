import { features, identify } from './app.js'
import { readConfig } from './platform/config.js'
import { createLog } from './platform/log.js'
import { startServer, type Server } from './platform/server.js'
import { StartupError } from './platform/startup-error.js'

/** Prints the sentence with which a command of operators ends, or why it failed, and exits. */
export function runCommand(command: () => Promise<string>) {
  // A closed terminal takes no output. The command still has to stop its server.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  command().then(
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
}

/**
 * Works on a server of its own, beside a running one: on another port, and without taking mail. A signal stops it, so that
 * PostgreSQL does not keep running.
 */
export async function withServer(
  work: (server: Server) => Promise<string>,
  options: { accept_secret_key?: true } = {},
) {
  const interruption = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => interruption.abort(new StartupError(`Stopped by ${signal}.`)))
  }
  const config = readConfig(process.env)
  const server = await startServer({
    config: { ...config, port: 0, host: '127.0.0.1', mail_in_port: undefined },
    log: createLog(config.log_level === 'info' ? 'warn' : config.log_level),
    features,
    identify,
    ...options,
  })
  const { signal } = interruption
  const interrupted = new Promise<never>((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason)),
  )
  try {
    signal.throwIfAborted()
    return await Promise.race([work(server), interrupted])
  } finally {
    await server.stop()
  }
}
