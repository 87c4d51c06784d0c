import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Papercups } from './server.js'

/** Runs one statement in the server's database, for states that the API cannot create. */
export async function runSql({ data_dir }: Papercups, statement: string, values: unknown[] = []) {
  const home = join(data_dir, 'postgres')
  const password = readFileSync(join(home, 'password'), 'utf8')
  const client = new pg.Client({ host: join(home, 'cluster'), user: 'papercups', database: 'papercups', password })
  await client.connect()
  try {
    return (await client.query(statement, values)).rows
  } finally {
    await client.end()
  }
}
