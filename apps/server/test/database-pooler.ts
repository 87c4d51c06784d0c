import { once } from 'node:events'
import { createServer, Socket, type AddressInfo } from 'node:net'
import pg from 'pg'
import { onTestFinished } from 'vitest'

/** The client is authenticated, and the server is ready for a query. */
const WELCOME = Buffer.from('5200000008000000005a0000000549', 'hex')

/** The last message of an answer: ready for the next query. */
const isComplete = (answer: Buffer) =>
  answer.at(-6) === 'Z'.charCodeAt(0) && answer.readInt32BE(answer.length - 5) === 5

/** Like PgBouncer in transaction mode: its clients share a connection of the database, which answers one query after another. */
export async function startTransactionPooler(url: string) {
  const far = new Socket()
  const session = new pg.Client({ connectionString: url, stream: () => far })
  session.on('error', () => {}) // the end of the test
  await session.connect()
  far.removeAllListeners('data')

  const ask = async (query: Buffer) => {
    let answer = Buffer.alloc(0)
    far.write(query)
    while (answer.length < 6 || !isComplete(answer)) {
      const [part] = (await once(far, 'data')) as [Buffer]
      answer = Buffer.concat([answer, part])
    }
    return answer
  }
  let turn: Promise<unknown> = Promise.resolve()
  const server = createServer((near) => {
    near.on('error', () => near.destroy())
    near.once('data', () => {
      near.write(WELCOME)
      near.on('data', (query) => {
        if (query[0] === 'X'.charCodeAt(0)) return void near.destroy()
        turn = turn.then(async () => near.write(await ask(query)))
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    far.destroy()
    server.close()
    await once(server, 'close')
  })
  const { port } = server.address() as AddressInfo
  return { url: `postgres://${session.user}@127.0.0.1:${port}/${session.database}` }
}
