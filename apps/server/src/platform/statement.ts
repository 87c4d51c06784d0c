/** SQL that is prepared once for each connection and returns rows of type R. */
export interface Statement<R> {
  readonly name: string
  readonly text: string
  readonly row?: R
}

/** The account's id is always `$1`; a statement that does not narrow by it is refused when its module loads. */
export function defineStatement<R>(name: string, text: string): Statement<R> {
  if (!/account_id = \$1\b/.test(text)) throw new Error(`statement ${name} does not narrow by account_id = $1`)
  return { name, text }
}
