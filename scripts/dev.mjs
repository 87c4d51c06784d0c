import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './parts.mjs'
import { command, endStepsOnSignals, ROOT, tool } from './steps.mjs'

const DASHBOARD = join(ROOT, 'apps/dashboard')
const server = `http://localhost:${process.env.PORT || 4000}`
const children = []
const closing = []

await command(async () => {
  const release = endStepsOnSignals()
  await ensureBuilt()
  release()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end())

  await holdDatabase()
  keep(tool('tsc'), ['-b', '--watch', '--preserveWatchOutput', 'apps/server'])
  keep(process.execPath, ['--watch', '--watch-preserve-output', join(ROOT, 'apps/server/dist/main.js')])
  keep(process.execPath, [join(ROOT, 'apps/widget/build.mjs'), '--watch'])
  await serveDashboard()
})

/** This process uses the database, too, so that it keeps running while the server reloads. */
async function holdDatabase() {
  if (process.env.DATABASE_URL) return
  const { startEmbeddedPostgres } = await import('../apps/server/dist/platform/postgres/embedded-postgres.js')
  const database = await startEmbeddedPostgres({ data_dir: process.env.DATA_DIR || 'data', log: console.error })
  closing.push(() => database.stop())
}

async function serveDashboard() {
  const { createServer } = await import(
    pathToFileURL(createRequire(join(DASHBOARD, 'package.json')).resolve('vite')).href
  )
  const paths = ['/api', '/files', '/widget', '/demo', '/session-player']
  const proxy = { ...Object.fromEntries(paths.map((path) => [path, server])), '/socket': { target: server, ws: true } }
  const vite = await createServer({ root: DASHBOARD, server: { proxy } })
  closing.push(() => vite.close())
  await vite.listen()
  console.log(`The dashboard with hot reload: ${vite.resolvedUrls.local[0]}`)
}

/** Each in its own process group: Ctrl-C reaches only us, and we stop them in order. */
function keep(file, args) {
  const child = spawn(file, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'], detached: true })
  children.push(child)
  child.once('exit', () => void end())
}

let ending
function end() {
  ending ??= (async () => {
    await Promise.all(children.map(endChild))
    for (const close of closing) await close()
    process.exit(0)
  })()
  return ending
}

function endChild(child) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', resolve)
    process.kill(-child.pid, 'SIGTERM')
  })
}
