import { loadModule, parseSync } from 'libpg-query'
import {
  aliasOf,
  columnOf,
  conjuncts,
  hasColumns,
  list,
  operatorOf,
  plainSelects,
  returning,
  stringsOf,
  type Node,
} from './sql-tree.js'

/*
 * Proves that an SQL statement reads and writes rows of one account only. Uses PostgreSQL's own parser. Each table has to be
 * compared with the account's parameter, or with the account_id of a table that is.
 */

export const prepareProof = loadModule

export interface ProofOptions {
  /** Tables with an account_id. Every other table but the account's own row is refused. */
  owned: ReadonlySet<string>
  /** Whether this parameter is the account's id. */
  isAccount(parameter: number): boolean
}

type Kind = 'table' | 'derived' | 'opaque'

/** A name in a FROM clause. A subquery has a known account_id if it returns one. */
interface Item {
  kind: Kind
  table?: string
}
interface Scope {
  items: Map<string, Item>
  /** Common table expressions: whether their account_id is the account's. */
  queries: Map<string, Kind>
  outer: Scope | undefined
}

/** Functions that run SQL or read files that this proof does not see. */
const OPAQUE_FUNCTION = /(_to_xml|_to_xmlschema|_to_xml_and_xmlschema)$|^dblink|^lo_|^pg_(read|ls)_|^set_config$/
const ACCOUNT = 'account '

/** Why the statement is refused; empty when it is proven. */
export function findLeaks(sql: string, options: ProofOptions): string[] {
  const statements = parseSync(sql).stmts ?? []
  if (statements.length !== 1) return ['is not one statement']
  const proof = new Proof(options)
  proof.query(statements[0]?.stmt as Node, undefined)
  return proof.leaks
}

class Proof {
  readonly leaks: string[] = []
  constructor(private readonly options: ProofOptions) {}

  /** Returns whether the rows carry the account's id as their account_id. */
  query(statement: Node, outer: Scope | undefined): Kind {
    const [[type, body] = ['', {}]] = Object.entries(statement) as Array<[string, Node]>
    const scope: Scope = { items: new Map(), queries: new Map(), outer }
    for (const { CommonTableExpr: cte } of list(body.withClause, 'ctes')) {
      const { ctename, ctequery } = cte as { ctename: string; ctequery: Node }
      scope.queries.set(ctename, 'opaque') // a recursive query sees itself
      scope.queries.set(ctename, this.query(ctequery, scope))
    }
    switch (type) {
      case 'SelectStmt':
        return this.select(body, scope)
      case 'UpdateStmt':
        return this.change(body, scope, list(body, 'fromClause'))
      case 'DeleteStmt':
        return this.change(body, scope, list(body, 'usingClause'))
      case 'InsertStmt':
        return this.insert(body, scope)
      default:
        this.leaks.push(`has a ${type}, which is not understood`)
        return 'opaque'
    }
  }

  private select(body: Node, scope: Scope): Kind {
    if (body.larg && body.rarg) {
      const sides = [body.larg, body.rarg].map((side) => this.query({ SelectStmt: side as Node }, scope))
      return sides.every((kind) => kind === 'derived') ? 'derived' : 'opaque'
    }
    const conditions = list(body, 'fromClause').flatMap((item) => this.from(item, scope))
    this.bind(scope, [...conditions, ...conjuncts(body.whereClause)])
    this.expressions([body.targetList, body.whereClause, body.groupClause, body.havingClause], scope)
    this.expressions([body.sortClause, body.limitCount, body.limitOffset, body.valuesLists, body.distinctClause], scope)
    return returnsAccount(list(body, 'targetList'), (value) => this.isAccount(value, scope), scope)
  }

  private change(body: Node, scope: Scope, others: Node[]): Kind {
    const conditions = [{ RangeVar: body.relation as Node }, ...others].flatMap((item) => this.from(item, scope))
    this.bind(scope, [...conditions, ...conjuncts(body.whereClause)])
    this.keepsAccount(list(body, 'targetList'))
    this.expressions([body.targetList, body.whereClause, returning(body)], scope)
    return returnsAccount(returning(body), (value) => this.isAccount(value, scope), scope)
  }

  private insert(body: Node, scope: Scope): Kind {
    const { relname } = body.relation as { relname: string }
    if (!this.options.owned.has(relname)) this.leaks.push(`writes ${relname}, which has no account_id`)
    const place = list(body, 'cols').findIndex(({ ResTarget }) => (ResTarget as Node).name === 'account_id')
    if (place < 0) this.leaks.push(`inserts into ${relname} without account_id`)
    else this.insertsAccount(body.selectStmt as Node, place, relname, scope)
    scope.items.set(relname, { kind: 'table', table: relname })
    this.conflict(body.onConflictClause as Node | undefined, relname, scope)
    this.expressions([returning(body)], scope)
    return returnsAccount(returning(body), (value) => this.isAccount(value, scope), scope)
  }

  private insertsAccount(source: Node, place: number, table: string, scope: Scope) {
    this.query(source, scope)
    const isOwn = plainSelects(source.SelectStmt as Node).every((select) => {
      const inner: Scope = { items: new Map(), queries: new Map(), outer: scope }
      for (const item of list(select, 'fromClause')) new Proof(this.options).from(item, inner)
      const target = list(select, 'targetList')[place]?.ResTarget as { val: Node } | undefined
      const values = list(select, 'valuesLists').map(({ List }) => list(List, 'items')[place])
      return (target ? [target.val] : values).every((value) => value && this.isAccount(value, inner))
    })
    if (!isOwn) this.leaks.push(`inserts into ${table} with an account_id that is not the account's`)
  }

  /** A unique key without the account may match a row of another account. */
  private conflict(clause: Node | undefined, table: string, scope: Scope) {
    if (clause?.action !== 'ONCONFLICT_UPDATE') return
    const key = list(clause.infer, 'indexElems').map(({ IndexElem }) => (IndexElem as Node).name)
    const own: Scope = { items: new Map([[table, { kind: 'table', table }]]), queries: new Map(), outer: scope }
    if (!key.includes('account_id') && this.unbound(own, conjuncts(clause.whereClause)).length > 0) {
      this.leaks.push(`updates a row of ${table} by a key without account_id`)
    }
    this.keepsAccount(list(clause, 'targetList'))
    this.expressions([clause.targetList, clause.whereClause], scope)
  }

  private keepsAccount(targets: Node[]) {
    for (const { ResTarget } of targets) {
      if ((ResTarget as Node).name === 'account_id') this.leaks.push('changes an account_id')
    }
  }

  /** Adds the names of a FROM item, and returns the conditions of its inner joins. */
  from(item: Node, scope: Scope): Node[] {
    const { RangeVar, RangeSubselect, RangeFunction, JoinExpr } = item as Record<string, Node | undefined>
    if (RangeVar) this.table(RangeVar, scope)
    else if (RangeSubselect) {
      const kind = this.query(RangeSubselect.subquery as Node, scope)
      scope.items.set(aliasOf(RangeSubselect) ?? '', { kind: hasColumns(RangeSubselect) ? 'opaque' : kind })
    } else if (RangeFunction) {
      this.expressions([RangeFunction.functions], scope)
      scope.items.set(aliasOf(RangeFunction) ?? '', { kind: 'opaque' })
    } else if (JoinExpr) return this.join(JoinExpr, scope)
    else this.leaks.push(`reads from a ${Object.keys(item)[0]}, which is not understood`)
    return []
  }

  /** The condition of an outer join holds only for the side that may be missing. */
  private join(join: Node, scope: Scope): Node[] {
    if (join.usingClause || join.isNatural) this.leaks.push('joins by the names of columns')
    const [left, right] = [join.larg, join.rarg].map((side) => {
      const before = new Set(scope.items.keys())
      const conditions = this.from(side as Node, scope)
      return { conditions, names: [...scope.items.keys()].filter((name) => !before.has(name)) }
    }) as [JoinSide, JoinSide]
    const on = conjuncts(join.quals)
    this.expressions([join.quals], scope)
    if (join.jointype === 'JOIN_INNER') return [...left.conditions, ...right.conditions, ...on]
    const [kept, optional] = join.jointype === 'JOIN_LEFT' ? [left, right] : [right, left]
    if (join.jointype === 'JOIN_FULL') this.leaks.push('has a full join, which is not understood')
    this.optional.push({ scope, names: optional.names, conditions: [...optional.conditions, ...on] })
    return kept.conditions
  }

  /** Sides of outer joins: their tables are bound by the conditions of the join as well. */
  private readonly optional: Array<{ scope: Scope; names: string[]; conditions: Node[] }> = []

  private table(range: Node, scope: Scope) {
    const name = String(range.relname)
    const alias = aliasOf(range) ?? name
    const query = range.schemaname ? undefined : findQuery(scope, name)
    if (hasColumns(range)) this.leaks.push(`renames the columns of ${name}`)
    if (query) scope.items.set(alias, { kind: query })
    else if (range.schemaname || (name !== 'accounts' && !this.options.owned.has(name))) {
      this.leaks.push(`uses ${name}, which has no account_id`)
      scope.items.set(alias, { kind: 'opaque' })
    } else scope.items.set(alias, { kind: 'table', table: name })
  }

  private bind(scope: Scope, conditions: Node[]) {
    for (const name of this.unbound(scope, conditions)) {
      this.leaks.push(`does not bind ${scope.items.get(name)?.table} (${name}) to the account`)
    }
  }

  /** Follows equalities from the account's id to the tables. */
  private unbound(scope: Scope, conditions: Node[]): string[] {
    const everywhere = conditions.flatMap((condition) => this.equality(condition, scope))
    const inJoins = this.optional.filter((side) => side.scope === scope)
    const bound = new Set([ACCOUNT])
    for (let grown = true; grown;) {
      grown = false
      const learn = (name: string) => {
        if (!bound.has(name)) grown = Boolean(bound.add(name))
      }
      for (const [a, b] of everywhere) {
        if (bound.has(a)) learn(b)
        else if (bound.has(b)) learn(a)
      }
      for (const { names, conditions: on } of inJoins) {
        for (const [a, b] of on.flatMap((condition) => this.equality(condition, scope))) {
          if (bound.has(a) && names.includes(b)) learn(b)
          else if (bound.has(b) && names.includes(a)) learn(a)
        }
      }
    }
    return [...scope.items].filter(([name, { kind }]) => kind === 'table' && !bound.has(name)).map(([name]) => name)
  }

  /** The two sides of `a.account_id = …`, each a name of this query or the account itself. */
  private equality(condition: Node, scope: Scope): Array<[string, string]> {
    const { kind, name, lexpr, rexpr } = (condition.A_Expr ?? {}) as Record<string, unknown>
    if (kind !== 'AEXPR_OP' || operatorOf(name) !== '=') return []
    const [left, right] = [lexpr, rexpr].map((side) => this.term(side as Node, scope))
    return left !== undefined && right !== undefined ? [[left, right]] : []
  }

  private term(value: Node, scope: Scope): string | undefined {
    if (this.isParameter(value)) return ACCOUNT
    const { alias = onlyTable(scope), column } = columnOf(value)
    if (alias === undefined) return undefined
    const item = findItem(scope, alias)
    if (!item || item.kind === 'opaque' || column !== (item.table === 'accounts' ? 'id' : 'account_id'))
      return undefined
    // The account_id of a query inside or outside of this one: it is bound there.
    return item.kind === 'derived' || !scope.items.has(alias) ? ACCOUNT : alias
  }

  private isAccount(value: Node, scope: Scope) {
    return this.term(value, scope) !== undefined
  }

  private isParameter(value: Node): boolean {
    const { ParamRef, TypeCast } = value as { ParamRef?: { number: number }; TypeCast?: { arg: Node } }
    if (TypeCast) return this.isParameter(TypeCast.arg)
    return ParamRef !== undefined && this.options.isAccount(ParamRef.number)
  }

  /** Proves the queries inside expressions. */
  private expressions(node: unknown, scope: Scope) {
    if (Array.isArray(node)) for (const one of node) this.expressions(one, scope)
    else if (node !== null && typeof node === 'object') {
      const { SubLink, FuncCall, SelectStmt } = node as Record<string, Node | undefined>
      if (SelectStmt) return void this.query(node as Node, scope)
      if (FuncCall && OPAQUE_FUNCTION.test(operatorOf(FuncCall.funcname))) {
        this.leaks.push(`calls ${operatorOf(FuncCall.funcname)}, which this proof does not see through`)
      }
      if (SubLink) this.query(SubLink.subselect as Node, scope)
      const inside = SubLink ? [SubLink.testexpr] : Object.values(node)
      this.expressions(inside, scope)
    }
  }
}

interface JoinSide {
  conditions: Node[]
  names: string[]
}

function onlyTable({ items }: Scope) {
  const known = [...items].filter(([, { kind }]) => kind !== 'opaque')
  return known.length === 1 ? known[0]?.[0] : undefined
}

const findItem = (scope: Scope | undefined, alias: string): Item | undefined =>
  scope && (scope.items.get(alias) ?? findItem(scope.outer, alias))

const findQuery = (scope: Scope | undefined, name: string): Kind | undefined =>
  scope && (scope.queries.get(name) ?? findQuery(scope.outer, name))

/** Whether the rows have an account_id that is the account's, so that others may be compared with it. */
function returnsAccount(targets: Node[], isAccount: (value: Node) => boolean, scope: Scope): Kind {
  const isOwn = targets.some(({ ResTarget }) => {
    const { name, val } = ResTarget as { name?: string; val: Node }
    const fields = val.ColumnRef ? stringsOf((val.ColumnRef as Node).fields) : []
    if (fields.at(-1) === '*') {
      const items = [...scope.items].filter(([alias]) => fields.length === 1 || alias === fields.at(-2))
      return items.every(([, { kind }]) => kind !== 'opaque')
    }
    return (name ?? fields.at(-1)) === 'account_id' && isAccount(val)
  })
  return isOwn ? 'derived' : 'opaque'
}
