import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')
const FIRST_START = 400_000
const PASSED_ON = [
  'PATH',
  'LANG',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'NODE_EXTRA_CA_CERTS',
]

interface Person {
  home: string
  run_as: { uid: number; gid: number } | undefined
}

let place: string
let published: string

/** The files of a `git clone`, including untracked ones. */
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'papercups-clone-'))
  chmodSync(place, 0o755)
  published = join(place, 'published')
  const files = git(ROOT, 'ls-files', '--cached', '--others', '--exclude-standard', '-z').split('\0').filter(Boolean)
  for (const file of files) if (existsSync(join(ROOT, file))) cpSync(join(ROOT, file), join(published, file))
  git(published, 'init', '--quiet')
  git(published, 'add', '--all')
  git(
    published,
    '-c',
    'user.name=Ada',
    '-c',
    'user.email=ada@acme.test',
    'commit',
    '--quiet',
    '--message',
    'Everything',
  )
})

afterAll(() => void execFileSync('rm', ['-rf', place]), 120_000)

function git(cwd: string, ...args: string[]): string {
  return execFileSync('git', ['-c', 'safe.directory=*', ...args], { cwd, encoding: 'utf8', maxBuffer: 1e8 })
}

/** A checkout below a folder that other users cannot read. */
function clonedBy(name: string, run_as: Person['run_as']): { person: Person; checkout: string } {
  const home = join(place, name)
  mkdirSync(home, { mode: 0o700 })
  const checkout = join(home, 'papercups')
  git(place, 'clone', '--quiet', published, checkout)
  if (run_as) {
    const cache = execFileSync('npm', ['config', 'get', 'cache'], { cwd: ROOT, encoding: 'utf8' }).trim()
    if (existsSync(cache)) cpSync(cache, join(home, '.npm'), { recursive: true })
    spawnSync('chown', ['-R', `${run_as.uid}:${run_as.gid}`, home])
  }
  return { person: { home: run_as ? home : (process.env.HOME ?? home), run_as }, checkout }
}

async function start(command: string[], { home, run_as }: Person, checkout: string) {
  const port = await freePort()
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { cwd: ROOT, encoding: 'utf8' }).trim()
  const settings = { HOME: home, PORT: String(port), npm_config_registry: registry, npm_config_prefer_offline: 'true' }
  const passed_on = Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]]))
  const [file = '', ...args] = command
  const child = spawn(file, args, { cwd: checkout, ...run_as, env: { ...passed_on, ...settings } })
  onTestFinished(() => void child.kill('SIGKILL'))

  let output = ''
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const address = `http://localhost:${port}`
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (output.includes(`Papercups is running: ${address}`)) resolve()
      })
    }
    void exited.then((code) => reject(new Error(`${command.join(' ')} ended with ${code}:\n${output}`)))
  })
  return { address, output, stop: () => (child.kill('SIGTERM'), exited) }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

const lockIn = (checkout: string) => join(checkout, 'data/postgres/cluster/postmaster.pid')

/** Root tests as an ordinary user, who may do less. */
const ordinary = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined

/** Cloned, installed and built by the first test, because that takes a minute. */
let installed: ReturnType<typeof clonedBy>

test('a fresh clone below a private folder starts with one command', { timeout: FIRST_START }, async () => {
  installed = clonedBy('own', ordinary)
  const { person, checkout } = installed

  const first = await start(['npm', 'start'], person, checkout)
  expect(first.output).toMatch(/Installing dependencies…[^]*Building the server…/)
  expect((await fetch(`${first.address}/health`)).status).toBe(200)
  expect(await (await fetch(first.address)).text()).toContain('<title>Papercups</title>')
  const widget = await fetch(`${first.address}/widget.js`)
  expect([widget.status, widget.headers.get('content-type')]).toEqual([200, expect.stringContaining('javascript')])
  expect(existsSync(lockIn(checkout))).toBe(true)
  await first.stop()
  await vi.waitUntil(() => !existsSync(lockIn(checkout)), { timeout: 30_000 })

  const second = await start([process.execPath, 'scripts/start.mjs'], person, checkout)
  expect(second.output).not.toMatch(/Installing|Building/)
  expect((await fetch(`${second.address}/health`)).status).toBe(200)
  expect(await second.stop()).toBe(0)
  expect(existsSync(lockIn(checkout))).toBe(false)
})

if (ordinary) {
  test('root starts a clone below a private folder', { timeout: FIRST_START }, async () => {
    const { person, checkout } = installed
    rmSync(join(checkout, 'data'), { recursive: true })
    spawnSync('chown', ['-R', '0:0', person.home])

    const server = await start(['npm', 'start'], { home: process.env.HOME ?? person.home, run_as: undefined }, checkout)

    expect(server.output).not.toMatch(/Installing|Building/)
    expect((await fetch(`${server.address}/health`)).status).toBe(200)
    expect(existsSync(lockIn(checkout))).toBe(true)
    await server.stop()
    await vi.waitUntil(() => !existsSync(lockIn(checkout)), { timeout: 30_000 })
  })
}
