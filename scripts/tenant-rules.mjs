import { posix } from 'node:path'

/** Feature code, which must stay inside its account. Tests and `unscoped.ts` may leave it. */
export const isScoped = (file) =>
  /^apps\/server\/src\/(features|integrations)\//.test(file) &&
  !/\.test\.tsx?$/.test(file) &&
  posix.basename(file) !== 'unscoped.ts'

const KYSELY_NAMES = new Set(['sql', 'RawBuilder', 'Selectable'])
/** Methods that drop or bypass the condition on the account. The types hide them; a cast could bring them back. */
const WIDENING = new Set(
  `clearWhere crossJoin crossJoinLateral fullJoin rightJoin mergeInto replaceInto selectNoFrom withRecursive withSchema
  withPlugin withoutPlugins executeQuery getExecutor $call $castTo $if $narrowType $assertType`.split(/\s+/),
)
/** Names that other objects have, too. */
const WIDENING_QUERIES = new Set(['with', 'using', 'from'])
/** A cast in their arguments could hide a table without a condition, or a row that changes its account. */
const BINDING = new Set('innerJoin leftJoin innerJoinLateral onRef whereRef onConflict doUpdateSet exists'.split(' '))
const READS = /\b(?:from|join|into|update|using|table)\s+(?:only\s+)?(\w+|\$|\()(?:(?:\s+as)?\s+(\w+))?\s*(\(|,)?/gi

/** The violations in one file, as sentences. */
export function findWaysOut(program) {
  const found = []
  visit(program, (node, parents) => found.push(...complaints(node, parents)))
  return found
}

function complaints(node, parents) {
  switch (node.type) {
    case 'ImportDeclaration':
      return node.source.value === 'kysely' ? importsOf(node) : []
    case 'TSImportType':
      return node.source?.value === 'kysely' ? ["imports Kysely's types"] : []
    case 'CallExpression':
      return callsOf(node.callee, parents)
    case 'TaggedTemplateExpression':
      return isSql(node.tag) ? readsOf(node.quasi) : []
    case 'TSAsExpression':
      return castOf(node, parents)
    default:
      return []
  }
}

const importsOf = ({ specifiers }) =>
  specifiers
    .map((one) => one.imported?.name ?? '*')
    .filter((name) => !KYSELY_NAMES.has(name))
    .map((name) => `imports ${name} of Kysely: write queries with the account`)

function callsOf(callee, parents) {
  if (callee.type !== 'MemberExpression') return []
  const name = callee.property.name ?? callee.property.value
  const { object } = callee
  if (object.type === 'Identifier' && object.name === 'sql' && ['raw', 'table', 'id', 'value'].includes(name)) {
    return [`calls sql.${name}: write the SQL out`]
  }
  if (object.type === 'TaggedTemplateExpression' && isSql(object.tag) && name === 'execute') {
    return ['runs SQL that no account has narrowed']
  }
  if (name === 'onTrue' && !parents.some((one) => methodOf(one) === 'innerJoinLateral'))
    return ['joins all rows: onTrue()']
  const leaves = WIDENING.has(name) || (WIDENING_QUERIES.has(name) && isQuery(object))
  return leaves ? [`calls ${name}(), which leaves the account`] : []
}

/** A chain that begins with the account, or with a query of it. */
const QUERIES = new Set(['from', 'update', 'insert', 'delete', 'selectFrom'])
function isQuery(node) {
  for (let one = node; one; one = one.callee ?? one.object ?? one.expression) {
    if (QUERIES.has(methodOf(one))) return true
  }
  return false
}

/** `set` of an update, not of a map. */
const isSet = (node) => methodOf(node) === 'set' && isQuery(node.callee.object)
const methodOf = (node) => (node.type === 'CallExpression' ? node.callee.property?.name : undefined)
const isSql = (tag) => (tag.type === 'Identifier' ? tag : tag.expression)?.name === 'sql'

/** Each table in raw SQL has to be bound to the account of a table around it, in the same template. */
function readsOf({ quasis }) {
  const text = quasis.map(({ value }) => value.cooked).join(' $ ')
  const tables = [...text.replace(/distinct from|extract\s*\([^)]*/gi, '').matchAll(READS)]
  return tables.flatMap(([, table, alias, next]) => {
    if (table === '(' || (next === '(' && alias === undefined)) return [] // a query of the account, or a function
    if (table === '$') return ['reads a table of any name in raw SQL']
    const name = alias ?? table
    const isBound = new RegExp(`\\b${name}\\.account_id = \\w+\\.account_id\\b`).test(text)
    return isBound && next !== ',' ? [] : [`reads ${table} in raw SQL without ${name}.account_id = ….account_id`]
  })
}

/** `as never`, `as any` and `as unknown as` in a query hide that something is not bound to the account. */
function castOf({ typeAnnotation, expression }, parents) {
  const isBlind =
    /^TS(Never|Any)Keyword$/.test(typeAnnotation.type) ||
    (expression.type === 'TSAsExpression' && expression.typeAnnotation.type === 'TSUnknownKeyword')
  const isInQuery = isQuery(expression) || parents.some((one) => BINDING.has(methodOf(one)) || isSet(one))
  return isBlind && isInQuery ? ['casts inside a query'] : []
}

function visit(node, see, parents = []) {
  if (Array.isArray(node)) return node.forEach((one) => visit(one, see, parents))
  if (node === null || typeof node !== 'object') return
  if (typeof node.type === 'string') see(node, parents)
  const inside = typeof node.type === 'string' ? [...parents, node] : parents
  for (const value of Object.values(node)) visit(value, see, inside)
}
