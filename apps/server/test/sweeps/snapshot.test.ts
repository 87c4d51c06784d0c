import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMigratedDatabase, type TestDatabase } from '../database.js'
import { compare, createReader, describeChanges, ownedTables } from './snapshot.js'

let database: TestDatabase

beforeAll(async () => {
  database = await createMigratedDatabase()
})

afterAll(() => database.drop())

async function write(sql: string, ...values: unknown[]): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(`${sql} returning id`, values)
  return rows[0]?.id ?? ''
}

test('finds each row of an account that was added, changed or removed, and none of others', async () => {
  const acme = await write(`insert into accounts (company_name) values ('Acme')`)
  const globex = await write(`insert into accounts (company_name) values ('Globex')`)
  const read = createReader(database.pool, await ownedTables(database.pool), acme)
  let before = await read()
  const changes = async () => {
    const after = await read()
    const found = describeChanges(compare(before, after))
    before = after
    return found
  }
  expect(await changes()).toEqual([])

  const tag = await write(`insert into tags (account_id, name) values ($1, 'vip')`, acme)
  await write(`insert into tags (account_id, name) values ($1, 'vip')`, globex)
  expect(await changes()).toEqual([expect.stringMatching('a row appeared in tags: .*"vip"')])

  await write(`update tags set name = 'big' where id = $1`, tag)
  expect(await changes()).toEqual(['a row of tags changed: name from "vip" to "big"'])

  await write(`update accounts set company_name = 'Acme Ltd' where id = $1`, acme)
  expect(await changes()).toEqual(['a row of accounts changed: company_name from "Acme" to "Acme Ltd"'])

  await write(`delete from tags where id = $1`, tag)
  expect(await changes()).toEqual([expect.stringMatching('a row of tags is gone: .*"big"')])
  expect(await changes()).toEqual([])
})
