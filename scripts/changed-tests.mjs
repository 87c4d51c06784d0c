import { posix } from 'node:path'
import { Failure, run } from './steps.mjs'

/** They import every feature, so each of their tests would depend on all code. */
const HUBS = new Set(['apps/server/src/app.ts', 'apps/server/test/story.ts'])
const isTest = (file) => /\.(test|spec)\.tsx?$/.test(file)
/** An import of a package names what it uses; its index.ts would lead to everything. */
const isIndex = (file) => /^packages\/[^/]+\/src\/index\.ts$/.test(file)

/** Files that differ from a commit, committed or not. Without one: from the last commit. */
export async function listChanged(commit = 'HEAD') {
  const { code, output } = await run('git', ['merge-base', 'HEAD', commit])
  if (code !== 0) throw new Failure(`git knows no commit "${commit}".`)
  const diff = await run('git', ['diff', '--name-only', output.trim()])
  const added = await run('git', ['ls-files', '--others', '--exclude-standard'])
  return `${diff.output}\n${added.output}`.split('\n').filter(Boolean)
}

/**
 * The tests that a change of these files can affect: those that import one of them, directly or not, and those in the folder of a
 * file that does, because most tests call a feature over HTTP and import nothing of it.
 */
export function findAffectedTests({ files, imports, exportsOf }, changed) {
  const importers = new Map()
  const link = (file, target) => importers.set(target, (importers.get(target) ?? new Set()).add(file))
  for (const { file, target, names, is_type } of imports) {
    if (!target || is_type || HUBS.has(file)) continue
    if (!isIndex(target)) link(file, target)
    else if (!isIndex(file)) for (const source of sourcesOf(exportsOf(target), names)) link(file, source)
  }

  const affected = new Set(changed)
  for (const file of affected) for (const importer of importers.get(file) ?? []) affected.add(importer)
  const folders = new Set([...affected].filter((file) => !isTest(file)).map((file) => posix.dirname(file)))
  return files.filter((file) => isTest(file) && (affected.has(file) || folders.has(posix.dirname(file))))
}

/** The files behind a package's names, or all of them for `import * as`. */
function sourcesOf(sources, names) {
  return names.length > 0 ? names.flatMap((name) => sources.get(name) ?? []) : new Set(sources.values())
}
