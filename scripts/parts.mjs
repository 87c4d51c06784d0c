import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { bundleServer } from './bundle-server.mjs'
import { buildIfChanged, ensureInstalled, Failure, lastLines, ROOT, run, step, tool } from './steps.mjs'

const SHARED = ['package-lock.json', 'tsconfig.base.json', 'packages/contract', 'packages/wire', 'packages/plans']
const BROWSERS = [...SHARED, 'packages/client-core']

const PARTS = {
  react: buildReact,
  server: buildServer,
  dashboard: buildDashboard,
  widget: buildWidget,
  recorder: buildRecorder,
}

/** Builds the parts that changed since the last build. Prints nothing when none did. */
export async function ensureBuilt(names = Object.keys(PARTS)) {
  const unknown = names.filter((name) => !(name in PARTS))
  if (unknown.length > 0) throw new Failure(`Unknown: ${unknown.join(', ')}. Parts: ${Object.keys(PARTS).join(', ')}.`)
  await ensureInstalled()
  await buildPackages() // the others read what this one writes
  const results = await Promise.allSettled(names.map((name) => PARTS[name]()))
  for (const { reason } of results) if (reason) throw reason
}

/** Also the types of the recorder: a build of its own would write the packages that the server reads at the same time. */
export function buildPackages() {
  const projects = ['contract', 'wire', 'plans', 'sdk', 'recorder'].map((name) => `packages/${name}`)
  const sources = [...BROWSERS, 'packages/sdk', 'packages/recorder']
  return buildWithTypescript('packages', sources, 'packages/sdk/dist/index.js', projects)
}

/** The package that sites install from npm. */
export function buildReact() {
  return buildWithTypescript(
    'React package',
    ['package-lock.json', 'tsconfig.base.json', 'packages/react'],
    'packages/react/dist/index.cjs',
    ['packages/react'],
    () => runTool(process.execPath, [join(ROOT, 'packages/react/build.mjs')]),
  )
}

export function buildServer() {
  const sources = [...SHARED, 'apps/server', 'scripts/bundle-server.mjs']
  return buildWithTypescript('server', sources, 'apps/server/dist/bundle.js', ['apps/server'], bundleServer)
}

export function buildBench() {
  return buildWithTypescript('bench', [...SHARED, 'bench'], 'bench/dist/main.js', ['bench'])
}

export function buildDashboard() {
  return buildIfChanged({
    name: 'dashboard',
    sources: [...BROWSERS, 'apps/dashboard'],
    result: 'apps/dashboard/dist/index.html',
    build: () => step('Building the dashboard', () => buildWithVite('apps/dashboard')),
  })
}

export function buildWidget() {
  const script = join(ROOT, 'apps/widget/build.mjs')
  const build = () => (existsSync(script) ? runTool(process.execPath, [script]) : buildWithVite('apps/widget'))
  return buildIfChanged({
    name: 'widget',
    sources: [...BROWSERS, 'apps/widget'],
    result: 'apps/widget/dist/widget.js',
    build: () => step('Building the widget', build),
  })
}

/** The package that sites install from npm, and the script that the server serves. */
export function buildRecorder() {
  const build = () => runTool(process.execPath, [join(ROOT, 'packages/recorder/build.mjs')])
  return buildIfChanged({
    name: 'recorder',
    sources: [...BROWSERS, 'packages/recorder'],
    result: 'packages/recorder/dist/script/storytime.js',
    build: () => step('Building the recorder', build),
  })
}

function buildWithTypescript(name, sources, result, projects, finish = async () => {}) {
  // tsc trusts its build info even when the output was deleted.
  const force = existsSync(join(ROOT, result)) ? [] : ['--force']
  const build = () =>
    step(`Building the ${name}`, async () => {
      await runTool(tool('tsc'), ['-b', ...force, ...projects])
      await finish()
    })
  return buildIfChanged({ name, sources, result, build })
}

function buildWithVite(folder) {
  const place = join(ROOT, folder)
  return runTool(tool('vite', place), ['build', '--logLevel', 'warn'], { cwd: place })
}

async function runTool(file, args, options) {
  // Under a test runner NODE_ENV is "test", which would select React's development build.
  const { code, output } = await run(file, args, { ...options, env: { NODE_ENV: 'production' } })
  if (code !== 0) throw new Failure(`${lastLines(output, 40)}\nThe build failed.`)
}
