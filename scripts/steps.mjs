import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

// Runs before `npm install`, on any version of Node: built-in modules only.

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
export const CACHE = join(ROOT, 'node_modules', '.cache', 'papercups')

/** Of each version that the build tools run on, the oldest release. Those after the last one work, too. */
const OLDEST_NODES = [
  [20, 19],
  [22, 12],
]
const NOT_SOURCES = new Set(['node_modules', 'dist', 'data', '.cache', 'test-results', '.git'])

/** An error for the user: printed as one sentence. Any other error is a bug and keeps its stack. */
export class Failure extends Error {}

/** Runs one of our commands. Prints a Failure as one sentence and exits with 1. */
export async function command(run) {
  try {
    requireNode(process.versions.node)
    await run(process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

export function requireNode(version) {
  const [major, minor] = version.split('.').map(Number)
  if (major > OLDEST_NODES.at(-1)[0]) return
  if (OLDEST_NODES.some(([of, oldest]) => major === of && minor >= oldest)) return
  throw new Failure(`Papercups needs Node 20.19 or a later 20, or Node 22.12 or newer, and this is Node ${version}.`)
}

/** Prints what a slow step is doing. */
export async function step(title, work) {
  const began = Date.now()
  console.log(`${title}…`)
  const result = await work()
  console.log(`${title}: done in ${((Date.now() - began) / 1000).toFixed(1)} s`)
  return result
}

const running = new Set()

/**
 * Resolves with the exit code, and with the output if it was not shown. Shows whole lines, so that two processes can print
 * at the same time.
 */
export function run(file, args, { cwd = ROOT, env = {}, show = false } = {}) {
  return new Promise((resolve, reject) => {
    const colour = show && process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
    const child = spawn(file, args, {
      cwd,
      env: { ...process.env, ...colour, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const add = show ? (line) => console.log(line) : (line) => (output += `${line}\n`)
    for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', add)
    running.add(child)
    child.once('error', reject)
    child.once('close', (code, signal) => {
      running.delete(child)
      resolve({ code: code ?? 1, signal, output })
    })
  })
}

/** Passes a signal on to the processes that the step started. */
export function endStepsOnSignals() {
  const handlers = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => {
    const handler = () => {
      for (const child of running) child.kill('SIGTERM')
      process.exit(signal === 'SIGINT' ? 130 : 143)
    }
    process.once(signal, handler)
    return [signal, handler]
  })
  return () => handlers.forEach(([signal, handler]) => process.off(signal, handler))
}

/** Runs the tool's file with Node directly: no shell, no PATH, and signals reach it. */
export function tool(name, from = ROOT) {
  for (const folder of [from, ROOT]) {
    const link = join(folder, 'node_modules', '.bin', name)
    if (existsSync(link)) return link
  }
  throw new Failure(`${name} is not installed: run npm ci.`)
}

export async function ensureInstalled() {
  if (isInstalled()) return
  await step('Installing dependencies', async () => {
    const { code, output } = await runNpm(['ci', '--include=dev', '--no-audit', '--no-fund'])
    if (code !== 0) throw new Failure(`${lastLines(output)}\nThe dependencies could not be installed (npm ci failed).`)
  })
}

export async function runNpm(args, options) {
  // Under `npm start` npm sets its own path. The npm on the PATH can be another one, or missing.
  const npm = process.env.npm_execpath
  if (npm?.endsWith('.js')) return run(process.execPath, [npm, ...args], options)
  return run('npm', args, options).catch(() => {
    throw new Failure('npm was not found: it comes with Node.')
  })
}

/** npm writes node_modules/.package-lock.json last, so an incomplete install has none. */
export function isInstalled(root = ROOT) {
  const wanted = readPackages(join(root, 'package-lock.json'))
  const found = readPackages(join(root, 'node_modules', '.package-lock.json'))
  if (!wanted || !found) return false
  return Object.entries(wanted).every(([path, { version, optional, link }]) => {
    if (optional || link || !path.startsWith('node_modules/')) return true
    return found[path]?.version === version
  })
}

function readPackages(file) {
  if (!existsSync(file)) return undefined
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

/** Builds unless the sources are unchanged and the output still exists. */
export async function buildIfChanged({ name, sources, result, build }) {
  const fingerprint = fingerprintOf(sources)
  const marker = join(CACHE, `built-${name}`)
  const built = existsSync(marker) && readFileSync(marker, 'utf8') === fingerprint
  if (built && existsSync(join(ROOT, result))) return false
  await build()
  mkdirSync(CACHE, { recursive: true })
  writeFileSync(marker, fingerprint)
  return true
}

export function fingerprintOf(paths, root = ROOT) {
  const hash = createHash('sha256')
  for (const path of paths) addToFingerprint(hash, root, path)
  return hash.digest('hex')
}

function addToFingerprint(hash, root, path) {
  const place = join(root, path)
  if (!existsSync(place)) return
  for (const entry of listFiles(place)) hash.update(`${path}/${entry}\0`).update(readFileSync(join(place, entry)))
}

function listFiles(place) {
  let entries
  try {
    entries = readdirSync(place, { withFileTypes: true })
  } catch (error) {
    if (error.code === 'ENOTDIR') return ['']
    throw error
  }
  return entries
    .filter(({ name }) => !NOT_SOURCES.has(name) && !/\.test\.tsx?$|\.tsbuildinfo$/.test(name))
    .flatMap((entry) =>
      entry.isDirectory() ? listFiles(join(place, entry.name)).map((below) => join(entry.name, below)) : [entry.name],
    )
    .sort()
}

export function lastLines(output, count = 20) {
  return output.trimEnd().split('\n').slice(-count).join('\n')
}
