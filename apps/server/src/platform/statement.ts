/** SQL that is prepared once for each connection and returns rows of type R. */
export interface Statement<R> {
  readonly name: string
  readonly text: string
  readonly row?: R
  /** Not prepared, but planned for the values of each call, and for the number of rows at that moment. */
  readonly replanned?: boolean
}

const defined = new Map<string, string>()

/** For the test that proves that each statement stays inside the account. */
export const definedStatements: ReadonlyMap<string, string> = defined

const names = new Map<string, string>()

/** Inside a transaction Kysely sends a statement as text. Its name lets the connection prepare it there, too. */
export const nameOfStatement = (text: string) => names.get(text)

/**
 * The account's id is always `$1`. A statement that does not mention it is refused when its module loads; that every table in
 * it is bound to the account is proven by a test (test/tenant-proof.test.ts).
 */
export function defineStatement<R>(
  name: string,
  text: string,
  options: Pick<Statement<R>, 'replanned'> = {},
): Statement<R> {
  if (!/account_id = \$1\b/.test(text)) throw new Error(`statement ${name} does not narrow by account_id = $1`)
  // Connections prepare by name: with two texts under one name, one would run as the other.
  if ((defined.get(name) ?? text) !== text) throw new Error(`there are two statements ${name}`)
  defined.set(name, text)
  if (!options.replanned) names.set(text, name)
  return { name, text, ...options }
}
