import { createSocket } from 'node:dgram'
import { setServers } from 'node:dns'
import { once } from 'node:events'

/** Loaded into the server: it asks the name server of the benchmark. */
if (process.env.BENCH_DNS_PORT) setServers([`127.0.0.1:${process.env.BENCH_DNS_PORT}`])

/** A name server on this machine that knows no name. The figures then do not depend on the network. */
export async function startNameServer() {
  const socket = createSocket('udp4')
  socket.on('message', (question, { port, address }) => {
    const answer = Buffer.from(question)
    // An answer, recursion available, and code 3: no such name.
    answer.writeUInt16BE(0x8183, 2)
    socket.send(answer, port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    env: { BENCH_DNS_PORT: String(socket.address().port) },
    node_options: ['--import', import.meta.url],
    stop: () => void socket.close(),
  }
}
