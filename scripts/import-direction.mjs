import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import { findCycles } from './cycles.mjs'
import { is, nameOf, packageOf, RULES } from './import-rules.mjs'
import { findWaysOut, isScoped } from './tenant-rules.mjs'

const ROOTS = ['packages', 'apps', 'e2e', 'bench']
const VALUE = /^export (?:async )?(?:const|function\*?|class) (\w+)/gm
const IGNORED = new Set(['node_modules', 'dist', '.cache', 'test-results', 'fixtures'])
/** Imports that break the rules of the architecture, as `file: sentence`. */
export function findViolations(root) {
  const { imports } = readSources(root)
  const broken = imports.flatMap((one) =>
    RULES.filter((rule) => rule.breaks(one)).map((rule) => `${one.file}: ${rule.says} (${one.specifier})`),
  )
  return [...broken, ...fileCycles(imports), ...featureCycles(imports)].sort()
}

/** All source files with their imports. `exportsOf` finds the file behind each value that a package's index.ts exports. */
export function readSources(root) {
  const files = ROOTS.flatMap((folder) => listSources(root, folder))
  const imports = files.flatMap((file) => readImports(root, file))
  const known = new Map()
  const exportsOf = (index) => {
    if (known.has(index)) return known.get(index)
    const text = readFileSync(join(root, index), 'utf8')
    const own = [...text.matchAll(VALUE)].map(([, name]) => [name, index])
    const below = imports.filter(({ file, target }) => file === index && target)
    known.set(index, new Map(own))
    for (const { target } of /^export (\*|{)/m.test(text) ? below : []) {
      for (const [name, source] of exportsOf(target)) known.get(index).set(name, source)
    }
    return known.get(index)
  }
  return { files, imports, exportsOf }
}

/** Types are erased, so only imports of values can form a cycle. */
function fileCycles(imports) {
  const edges = imports.filter(({ target, is_type }) => target && !is_type).map(({ file, target }) => [file, target])
  return findCycles(edges).map((cycle) => `${cycle[0]}: imports itself in a circle (${cycle.join(' → ')})`)
}

function featureCycles(imports) {
  const edges = imports
    .filter(({ file }) => !is('test', file))
    .map(({ file, target }) => [nameOf('feature', file), nameOf('feature', target ?? '')])
    .filter(([from, to]) => from && to && from !== to)
  return findCycles(edges).map((cycle) => `apps/server/src/features: features in a circle (${cycle.join(' → ')})`)
}

function listSources(root, folder) {
  const place = join(root, folder)
  if (!existsSync(place)) return []
  return readdirSync(place, { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory()) return IGNORED.has(entry.name) ? [] : listSources(root, path)
    return /(?<!\.d)\.tsx?$/.test(entry.name) ? [path] : []
  })
}

/** Queries in feature code that could leave their account, as `file: sentence`. */
export function findLeakingQueries(root) {
  const files = listSources(root, 'apps/server/src').filter(isScoped)
  return files.flatMap((file) => findWaysOut(parse(root, file)).map((way) => `${file}: ${way}`))
}

function parse(root, file) {
  const source = readFileSync(join(root, file), 'utf8')
  return parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file)
}

function readImports(root, file) {
  return importsIn(parse(root, file)).map((one) => ({ ...one, file, target: resolveFile(root, file, one.specifier) }))
}

/** Declarations, `import()` calls and `import('…')` types, anywhere in the file. */
function importsIn(node) {
  if (Array.isArray(node)) return node.flatMap(importsIn)
  if (node === null || typeof node !== 'object') return []
  const below = Object.values(node).flatMap(importsIn)
  const specifier = typeof node.source?.value === 'string' ? node.source.value : undefined
  if (specifier === undefined) return below
  if (/^(Import|ExportNamed|ExportAll)(Declaration|Expression)$/.test(node.type)) {
    return [...below, { specifier, names: namesOf(node), is_type: isType(node) }]
  }
  return node.type === 'TSImportType' ? [...below, { specifier, names: [], is_type: true }] : below
}

/** The names imported as values; empty for the whole module. */
function namesOf({ specifiers = [] }) {
  return specifiers
    .filter((one) => one.importKind !== 'type')
    .map((one) => one.imported?.name ?? one.local?.name ?? '*')
}

function isType({ importKind, exportKind, specifiers }) {
  if (importKind === 'type' || exportKind === 'type') return true
  return specifiers?.length > 0 && specifiers.every((one) => one.importKind === 'type' || one.exportKind === 'type')
}

function resolveFile(root, file, specifier) {
  const [, shared] = /^@papercups\/(contract|wire|plans|client-core|sdk)$/.exec(packageOf(specifier)) ?? []
  if (shared) return `packages/${shared}/src/index.ts`
  if (!specifier.startsWith('.')) return undefined
  const path = posix.join(posix.dirname(file), specifier.split('?')[0])
  const candidates = path.endsWith('.js') ? [path.replace(/js$/, 'ts'), path.replace(/js$/, 'tsx'), path] : [path]
  return candidates.find((candidate) => statSync(join(root, candidate), { throwIfNoEntry: false })?.isFile())
}
