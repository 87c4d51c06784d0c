import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../apps/server/dist/bundle.js', import.meta.url))

/** The built product in its own process and data folder, as an operator runs it. */
export class Papercups {
  readonly url: string
  readonly data_dir: string
  readonly #port: number
  readonly #env: Record<string, string>
  #process: ChildProcess | undefined
  #output = ''

  private constructor(port: number, data_dir: string, env: Record<string, string>) {
    this.#port = port
    this.#env = env
    this.url = `http://localhost:${port}`
    this.data_dir = data_dir
  }

  static async start(env: Record<string, string> = {}) {
    const papercups = new Papercups(await freePort(), await newFolder(), env)
    const { DATA_FOLDER_TEMPLATE: template } = process.env
    if (template) await cp(template, papercups.data_dir, { recursive: true })
    await papercups.start()
    return papercups
  }

  /** A data folder with an empty database. Starting on a copy of it takes half the work of creating one. */
  static async createTemplate() {
    const papercups = new Papercups(await freePort(), await newFolder(), {})
    await papercups.start()
    await papercups.#end('SIGTERM')
    return papercups.data_dir
  }

  async start() {
    const own = { PORT: String(this.#port), DATA_DIR: this.data_dir, TRUST_PROXY: 'loopback' }
    const env = { ...process.env, LOG_LEVEL: 'warn', ...this.#env, ...own }
    const server = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#process = server
    const ready = new Promise<void>((resolve, reject) => {
      const hear = (chunk: Buffer) => {
        this.#output += chunk.toString()
        if (this.#output.includes('Papercups is running')) resolve()
      }
      server.stdout.on('data', hear)
      server.stderr.on('data', hear)
      server.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${this.#output}`)))
    })
    await ready
    this.#output = ''
  }

  /** Ends it like a power cut. */
  async kill() {
    await this.#end('SIGKILL')
  }

  async stop() {
    await this.#end('SIGTERM')
    await rm(this.data_dir, { recursive: true, force: true })
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM') {
    const server = this.#process
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    server.removeAllListeners('exit')
    server.kill(signal)
    await once(server, 'exit')
  }
}

const newFolder = () => mkdtemp(join(tmpdir(), 'papercups-e2e-'))

async function freePort() {
  const probe = createServer()
  probe.listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return address.port
}
