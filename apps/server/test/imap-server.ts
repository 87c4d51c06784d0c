import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { onTestFinished } from 'vitest'
import { selfSigned } from './self-signed.js'

interface StoredMail {
  uid: number
  raw: Buffer
  arrived_at: Date
}

interface Options {
  idle?: boolean
  tls?: boolean
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (number: number) => String(number).padStart(2, '0')

/** As IMAP writes it: `17-Jul-1996 02:44:25 +0000`. */
const internalDate = (date: Date) =>
  `${two(date.getUTCDate())}-${MONTHS[date.getUTCMonth()]}-${date.getUTCFullYear()} ${date.toISOString().slice(11, 19)} +0000`

/** One IMAP account with one folder, in this process. It speaks as much as a reader of mail needs. */
export class ImapServer {
  user = 'help@acme.test'
  password = 'app password'
  uid_validity = 1
  mails: StoredMail[] = []
  port = 0
  /** Commands that clients sent, without their tags and secrets. */
  commands: string[] = []
  /** Runs before a command is answered. It may close the connection, or never resolve. */
  before: (command: string, socket: Socket) => Promise<void> | void = () => {}
  greets = true
  /** Commands that get `NO`. */
  refuses: RegExp | undefined
  #next_uid = 1
  #sockets = new Set<Connection>()
  #options: Options

  constructor(options: Options = {}) {
    this.#options = options
  }

  async listen() {
    const accept = (socket: Socket) => {
      const connection = new Connection(this, socket, this.#options.idle ?? true)
      this.#sockets.add(connection)
      socket.on('error', () => {}).on('close', () => this.#sockets.delete(connection))
    }
    const server = this.#options.tls ? createTlsServer(selfSigned, accept) : createServer(accept)
    server.on('tlsClientError', () => {})
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    this.port = (server.address() as AddressInfo).port
    onTestFinished(async () => {
      this.disconnectAll()
      await new Promise((closed) => server.close(closed))
    })
    return this
  }

  get settings() {
    const { port, user, password } = this
    return { host: '127.0.0.1', port, security: this.#options.tls ? 'tls' : 'none', user, password, folder: 'INBOX' }
  }

  get uid_next() {
    return this.#next_uid
  }

  get connections() {
    return this.#sockets.size
  }

  /** Clients that wait for mail hear of it. */
  receive(raw: Buffer, arrived_at = new Date()) {
    this.mails.push({ uid: this.#next_uid++, raw, arrived_at })
    for (const connection of this.#sockets) connection.announce()
  }

  /** As after a restored backup: all numbers are new. */
  renumber() {
    this.uid_validity += 1
    this.#next_uid = 1
    for (const mail of this.mails) mail.uid = this.#next_uid++
    this.disconnectAll()
  }

  disconnectAll() {
    for (const connection of this.#sockets) connection.close()
  }
}

class Connection {
  #server: ImapServer
  #socket: Socket
  #has_idle: boolean
  #idle_tag = ''
  #selected = false
  #input = ''
  #work: Promise<void> = Promise.resolve()

  constructor(server: ImapServer, socket: Socket, has_idle: boolean) {
    this.#server = server
    this.#socket = socket
    this.#has_idle = has_idle
    if (server.greets) this.#send(`* OK [CAPABILITY ${this.#capabilities}] ready`)
    socket.setEncoding('latin1').on('data', (text: string) => this.#read(text))
  }

  close() {
    this.#socket.destroy()
  }

  announce() {
    if (this.#idle_tag) this.#send(`* ${this.#server.mails.length} EXISTS`)
  }

  get #capabilities() {
    return this.#has_idle ? 'IMAP4rev1 IDLE' : 'IMAP4rev1'
  }

  #send(line: string) {
    if (!this.#socket.destroyed) this.#socket.write(`${line}\r\n`)
  }

  #read(text: string) {
    this.#input += text
    for (let end = this.#input.indexOf('\r\n'); end >= 0; end = this.#input.indexOf('\r\n')) {
      const line = this.#input.slice(0, end)
      this.#input = this.#input.slice(end + 2)
      this.#work = this.#work.then(() => this.#answer(line))
    }
  }

  async #answer(line: string) {
    if (line === 'DONE') {
      const tag = this.#idle_tag
      this.#idle_tag = ''
      return this.#send(`${tag} OK done`)
    }
    const [tag = '', ...words] = line.split(' ')
    const command = words.join(' ')
    const name = (words[0] ?? '').toUpperCase()
    this.#server.commands.push(name === 'LOGIN' ? 'LOGIN' : command)
    await this.#server.before(command, this.#socket)
    this.#run(tag, name, command)
  }

  #run(tag: string, name: string, command: string) {
    const server = this.#server
    if (server.refuses?.test(command)) return this.#send(`${tag} NO Not now`)
    if (name === 'CAPABILITY') this.#send(`* CAPABILITY ${this.#capabilities}`)
    if (name === 'LOGIN') {
      const is_right =
        command === `LOGIN ${server.user} "${server.password}"` || command.endsWith(`"${server.password}"`)
      if (!is_right) return this.#send(`${tag} NO [AUTHENTICATIONFAILED] Invalid credentials`)
    }
    if (name === 'LIST' || name === 'LSUB') this.#send(`* ${name} () "/" INBOX`)
    if (name === 'EXAMINE' || name === 'SELECT') {
      if (!/ "?INBOX"?$/i.test(command)) return this.#send(`${tag} NO [NONEXISTENT] No such folder`)
      this.#selected = true
      this.#send('* FLAGS (\\Seen)')
      this.#send(`* ${server.mails.length} EXISTS`)
      this.#send(`* OK [UIDVALIDITY ${server.uid_validity}] numbered`)
      this.#send(`* OK [UIDNEXT ${server.uid_next}] next`)
      return this.#send(`${tag} OK [READ-ONLY] opened`)
    }
    if (name === 'NOOP' && this.#selected) this.#send(`* ${server.mails.length} EXISTS`)
    if (name === 'IDLE') {
      this.#idle_tag = tag
      this.#send('+ idling')
      return this.announce()
    }
    if (/^UID SEARCH/i.test(command)) this.#search(command)
    if (/^UID FETCH/i.test(command)) this.#fetch(command)
    if (/^UID (?:STORE|MOVE|COPY)|^(?:EXPUNGE|STORE)/i.test(command))
      throw new Error(`the mailbox was changed: ${command}`)
    if (name === 'LOGOUT') {
      this.#send('* BYE')
      this.#send(`${tag} OK bye`)
      return this.#socket.end()
    }
    return this.#send(`${tag} OK done`)
  }

  #search(command: string) {
    const [, from = '1'] = /UID (\d+):\*/i.exec(command) ?? []
    const [, day] = /SINCE "?([\w-]+)"?/i.exec(command) ?? []
    const since = day ? new Date(`${day.replaceAll('-', ' ')} UTC`).getTime() : 0
    const newest = this.#server.mails.at(-1)?.uid
    const found = this.#server.mails.filter(
      ({ uid, arrived_at }) => (uid >= Number(from) || uid === newest) && arrived_at.getTime() >= since,
    )
    this.#send(['* SEARCH', ...found.map(({ uid }) => uid)].join(' '))
  }

  #fetch(command: string) {
    const wanted = (/^UID FETCH ([\d,:]+)/i.exec(command)?.[1] ?? '').split(',').flatMap((range) => {
      const [from = 0, to = from] = range.split(':').map(Number)
      return Array.from({ length: to - from + 1 }, (_, index) => from + index)
    })
    this.#server.mails.forEach(({ uid, raw, arrived_at }, index) => {
      if (!wanted.includes(uid)) return
      const facts = `UID ${uid} RFC822.SIZE ${raw.length} INTERNALDATE "${internalDate(arrived_at)}"`
      if (!/BODY\.PEEK\[\]/i.test(command)) return this.#send(`* ${index + 1} FETCH (${facts})`)
      this.#socket.write(`* ${index + 1} FETCH (UID ${uid} BODY[] {${raw.length}}\r\n`)
      this.#socket.write(raw)
      return this.#send(')')
    })
  }
}
