/** A node of the syntax tree of PostgreSQL's parser. */
export type Node = Record<string, unknown>

export const list = (node: unknown, key: string) => ((node as Node | undefined)?.[key] ?? []) as Node[]
export const returning = (body: Node) => [...list(body, 'returningList'), ...list(body.returningClause, 'exprs')]
/** The parts of a UNION, or the query itself. */
export const plainSelects = (select: Node): Node[] =>
  select.larg && select.rarg ? [select.larg, select.rarg].flatMap((side) => plainSelects(side as Node)) : [select]
export const aliasOf = (range: Node) => (range.alias as { aliasname?: string } | undefined)?.aliasname
export const hasColumns = (range: Node) => list(range.alias, 'colnames').length > 0
export const stringsOf = (names: unknown) =>
  (names as Array<{ String?: { sval: string }; A_Star?: object }>).map((name) =>
    name.A_Star ? '*' : name.String?.sval,
  )
export const operatorOf = (name: unknown) => stringsOf(name).at(-1) ?? ''

/** The conditions that hold for every row: `a and b`, `(a) is true`. */
export function conjuncts(condition: unknown): Node[] {
  if (!condition) return []
  const { BoolExpr, BooleanTest } = condition as Record<string, Node | undefined>
  if (BoolExpr?.boolop === 'AND_EXPR') return list(BoolExpr, 'args').flatMap(conjuncts)
  if (BooleanTest?.booltesttype === 'IS_TRUE') return conjuncts(BooleanTest.arg)
  return [condition as Node]
}

export function columnOf(value: Node): { alias?: string; column?: string } {
  const names = value?.ColumnRef ? stringsOf((value.ColumnRef as Node).fields) : []
  const [alias, column] = [names.at(-2), names.at(-1)]
  return { ...(alias !== undefined && { alias }), ...(column !== undefined && { column }) }
}
