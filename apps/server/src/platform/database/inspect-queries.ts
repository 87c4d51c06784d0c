import { PostgresQueryCompiler, type KyselyPlugin } from 'kysely'

/** Called with the SQL and parameters of a query before it runs. Throws to stop it. */
export type Inspect = (account_id: string, sql: string, parameters: readonly unknown[]) => void

export function inspectQueries(account_id: string, inspect: Inspect): KyselyPlugin {
  const compiler = new PostgresQueryCompiler()
  return {
    transformQuery({ node, queryId }) {
      const { sql, parameters } = compiler.compileQuery(node, queryId)
      inspect(account_id, sql, parameters)
      return node
    },
    transformResult: async ({ result }) => result,
  }
}
