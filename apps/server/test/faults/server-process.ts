import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { until } from './until.js'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const MAIN = join(ROOT, 'apps/server/dist/bundle.js')
const SOURCES = ['apps/server/src', 'packages/contract/src', 'packages/wire/src'].map((folder) => join(ROOT, folder))

/** The server as it is shipped, in a process of its own that can be killed and started again on the same port. */
export class ServerProcess {
  readonly port: number
  readonly url: string
  readonly #env: Record<string, string>
  readonly #output: 'pipe' | number
  #child: ChildProcess | undefined
  #said = ''
  #ending = false
  /** How it ended by itself, if ever. */
  readonly crashes: string[] = []

  constructor(port: number, env: Record<string, string>, output: 'pipe' | number = 'pipe') {
    this.port = port
    this.url = `http://127.0.0.1:${port}`
    this.#env = env
    this.#output = output
  }

  async start() {
    const { PATH = '', HOME = '' } = process.env
    const env = { PATH, HOME, HOST: '127.0.0.1', PORT: String(this.port), LOG_LEVEL: 'warn', ...this.#env }
    const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', this.#output, 'pipe'] })
    this.#child = child
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (this.#said = (this.#said + text).slice(-20_000)))
    }
    let up = false
    this.#ending = false
    child.once('exit', (code, signal) => {
      if (up && !this.#ending) this.crashes.push(`the server ended with ${code ?? signal}:\n${this.#said}`)
    })
    await until('the server to start', async () => {
      if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${this.#said}`)
      up ||= await this.isReady()
      return up
    })
  }

  async isReady() {
    const answer = await fetch(`${this.url}/ready`).catch(() => undefined)
    return answer?.status === 200
  }

  get pid() {
    return this.#child?.pid
  }

  /** The last lines of its output, for the report of a failed test. */
  get said() {
    return this.#said
  }

  /** Nobody reads any more what it writes. */
  closeOutput() {
    this.#child?.stdout?.destroy()
    this.#child?.stderr?.destroy()
  }

  /** Sends the signal, and resolves with the exit code once the process is gone. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
    const gone = once(child, 'exit')
    this.#ending = true
    child.kill(signal)
    await gone
    return child.exitCode
  }
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** What the processes run is what the sources say. `npm test` has built it before; a test that runs alone may not. */
export async function ensureServerIsBuilt() {
  const built = existsSync(MAIN) ? statSync(MAIN).mtimeMs : 0
  if (Math.max(...SOURCES.map(newestIn)) <= built) return
  const build = spawn(process.execPath, [join(ROOT, 'scripts/build.mjs'), 'server'], { cwd: ROOT, stdio: 'inherit' })
  await once(build, 'exit')
  if (!existsSync(MAIN)) throw new Error('the server could not be built')
}

function newestIn(folder: string): number {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => !name.endsWith('.test.ts'))
  return Math.max(0, ...names.map((name) => statSync(join(folder, name)).mtimeMs))
}
