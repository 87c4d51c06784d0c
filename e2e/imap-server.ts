import { createServer, type AddressInfo, type Socket } from 'node:net'

const answers: Record<string, string[]> = {
  CAPABILITY: ['* CAPABILITY IMAP4rev1 IDLE'],
  LIST: ['* LIST () "/" INBOX'],
  EXAMINE: ['* 0 EXISTS', '* OK [UIDVALIDITY 1] numbered', '* OK [UIDNEXT 1] next'],
  UID: ['* SEARCH'],
}

/** An empty mailbox that accepts one password. */
export async function startImapServer(password: string) {
  const open = new Set<Socket>()
  const answer = (socket: Socket, line: string) => {
    const [tag = '', name = ''] = line.split(' ')
    if (tag === 'DONE') return
    if (name === 'LOGIN' && !line.endsWith(`"${password}"`)) return void socket.write(`${tag} NO wrong\r\n`)
    if (name === 'IDLE') return void socket.write('+ idling\r\n')
    socket.write([...(answers[name] ?? []), `${tag} OK done`, ''].join('\r\n'))
  }
  const server = createServer((socket) => {
    open.add(socket)
    let input = ''
    socket.on('error', () => {}).on('close', () => open.delete(socket))
    socket.write('* OK [CAPABILITY IMAP4rev1 IDLE] ready\r\n')
    socket.setEncoding('latin1').on('data', (text: string) => {
      const lines = (input + text).split('\r\n')
      input = lines.pop() ?? ''
      for (const line of lines) answer(socket, line)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      for (const socket of open) socket.destroy()
      await new Promise((stopped) => server.close(stopped))
    },
  }
}
