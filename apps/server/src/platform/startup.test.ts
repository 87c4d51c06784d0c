import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startTransactionPooler } from '../../test/database-pooler.js'
import { createMigratedDatabase } from '../../test/database.js'
import { startTestServer } from '../../test/server.js'
import { StartupError } from './startup-error.js'

async function database() {
  const made = await createMigratedDatabase()
  onTestFinished(() => made.drop())
  return made.url
}

/** What PostgreSQL answers instead of asking for a password. */
function refusal(code: string, message: string) {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

/** A way to the database that refuses the first connections. */
async function startDoor(url: string, refused: Buffer, times: number) {
  const { host, port, user, database, password } = new pg.Client(url)
  let refusals = 0
  const server = createServer((near) => {
    near.on('error', () => near.destroy())
    near.once('data', (first) => {
      if (refusals < times) {
        refusals += 1
        return void near.end(refused)
      }
      const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
      far.on('error', () => near.destroy())
      near.on('close', () => far.destroy())
      far.write(first)
      near.pipe(far).pipe(near)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port: own } = server.address() as AddressInfo
  const login = `${user}:${encodeURIComponent(String(password))}`
  return { url: `postgres://${login}@127.0.0.1:${own}/${database}`, refusals: () => refusals }
}

test('waits for a database that is starting', async () => {
  const door = await startDoor(await database(), refusal('57P03', 'the database system is starting up'), 2)
  const server = await startTestServer({ env: { DATABASE_URL: door.url } })
  onTestFinished(() => server.stop())
  expect((await fetch(`${server.url}/ready`)).status).toBe(200)
  expect(door.refusals()).toBe(2)
})

test('says why the database refuses the connection', async () => {
  const url = await database()
  const reasons: Array<[code: string, message: string]> = [
    ['28P01', 'password authentication failed for user "papercups"'],
    ['28000', 'no pg_hba.conf entry for host "10.0.0.7", user "papercups", database "papercups", no encryption'],
    ['3D000', 'database "papercups" does not exist'],
  ]
  for (const [code, message] of reasons) {
    const door = await startDoor(url, refusal(code, message), Infinity)
    await expect(startTestServer({ env: { DATABASE_URL: door.url } })).rejects.toEqual(
      new StartupError(`The database of DATABASE_URL refuses the connection: ${message} (${code}).`),
    )
  }
})

test('does not start behind a pooler in transaction mode', async () => {
  const pooler = await startTransactionPooler(await database())
  await expect(startTestServer({ env: { DATABASE_URL: pooler.url } })).rejects.toThrow(
    /^DATABASE_URL leads to a connection pooler in transaction mode/,
  )
})
