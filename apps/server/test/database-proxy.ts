import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import pg from 'pg'

interface Connection {
  near: Socket
  far: Socket
  /** The first bytes from the client, with its application_name. */
  greeting: string
  /** Whether the watched statement ran since the last commit. */
  wrote: boolean
  /** Between `begin` and its end. Outside, each statement commits itself. */
  inside: boolean
}

/** A TCP proxy to the database that can lose the connections of one application. */
export async function startDatabaseProxy(url: string) {
  const { host, port, user, database, password } = new pg.Client(url)
  const open = new Set<Connection>()
  let refused: string | undefined
  let refusals = 0
  let losing: { after: string; every: number } | undefined
  let [commits, lost_answers] = [0, 0]
  const swallowed = new Set<Connection>()
  const openOf = (application_name: string) => [...open].filter(({ greeting }) => greeting.includes(application_name))

  /** The commit reaches the database, and its answer does not reach the client. */
  function watchCommit(connection: Connection, sent: string) {
    if (sent.includes('begin\0')) connection.inside = true
    if (losing && sent.includes(losing.after)) connection.wrote = true
    const is_commit = !connection.inside || sent.includes('commit\0')
    if (is_commit || sent.includes('rollback\0')) connection.inside = false
    if (!losing || !connection.wrote || !is_commit) return
    connection.wrote = false
    commits += 1
    if (commits % losing.every > 0) return
    lost_answers += 1
    connection.far.unpipe(connection.near)
    connection.far.once('data', () => connection.near.destroy())
  }

  const server = createServer((near) => {
    near.on('error', () => near.destroy())
    near.once('data', (first) => {
      const greeting = first.toString('latin1')
      if (refused && greeting.includes(refused)) {
        refusals += 1
        return void near.destroy()
      }
      const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
      const connection: Connection = { near, far, greeting, wrote: false, inside: false }
      open.add(connection)
      far.write(first)
      near.pipe(far).pipe(near)
      near.on('data', (sent) => watchCommit(connection, sent.toString('latin1')))
      far.on('error', () => near.destroy())
      far.on('close', () => near.destroy())
      near.on('close', () => {
        open.delete(connection)
        if (!swallowed.has(connection)) far.destroy()
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const login = password ? `${user}:${encodeURIComponent(String(password))}` : user
  const { port: own } = server.address() as AddressInfo

  return {
    url: `postgres://${login}@127.0.0.1:${own}/${database}`,
    /** Drops all data silently, like a NAT that forgot the connection. New connections work. */
    blackHole(application_name: string) {
      const lost = openOf(application_name)
      for (const connection of lost) {
        swallowed.add(connection)
        connection.near.unpipe(connection.far).resume()
        connection.far.unpipe(connection.near).resume()
      }
      return lost.length
    },
    /** Closes the application's connections and refuses new ones until it is repaired. */
    cut(application_name: string) {
      refused = application_name
      for (const { near } of openOf(application_name)) near.destroy()
    },
    mend() {
      refused = undefined
    },
    /** Closes the connection before the answer to each nth commit that follows the statement of this name. */
    loseAnswers(after: string, every: number) {
      losing = { after, every }
    },
    get lost_answers() {
      return lost_answers
    },
    /** How many connections were refused so far. */
    get refusals() {
      return refusals
    },
    async stop() {
      for (const { near, far } of [...open, ...swallowed]) {
        near.destroy()
        far.destroy()
      }
      server.close()
      await once(server, 'close')
    },
  }
}
