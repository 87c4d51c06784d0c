import { createSocket } from 'node:dgram'
import { getServers, setServers } from 'node:dns'
import { once } from 'node:events'

/** A name server that knows no name. This process asks it instead of the real one. */
export async function startNameServer() {
  const before = getServers()
  const questions: Buffer[] = []
  const socket = createSocket('udp4')
  const names = {
    questions,
    /** 3: no such name. 2: the name server failed. */
    code: 3,
    stop() {
      setServers(before)
      socket.close()
    },
  }
  socket.on('message', (question, { port, address }) => {
    questions.push(question)
    const answer = Buffer.from(question)
    answer.writeUInt16BE(0x8180 + names.code, 2)
    socket.send(answer, port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  setServers([`127.0.0.1:${socket.address().port}`])
  return names
}
