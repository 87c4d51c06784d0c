import { createSocket } from 'node:dgram'
import { getServers, setServers } from 'node:dns'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resolveRecently } from './resolve-recently.js'

const questions: Buffer[] = []
/** 3: no such name. 2: the name server failed. */
let code = 3
const socket = createSocket('udp4')
const before = getServers()
beforeAll(async () => {
  socket.on('message', (question, { port, address }) => {
    questions.push(question)
    const answer = Buffer.from(question)
    answer.writeUInt16BE(0x8180 + code, 2)
    socket.send(answer, port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  setServers([`127.0.0.1:${socket.address().port}`])
})
afterAll(() => {
  setServers(before)
  socket.close()
})

test('asks once for a name that does not exist, and again after a failure of the name server', async () => {
  for (const name of ['shop.test', 'Shop.test']) {
    await expect(resolveRecently(name, 'TXT')).rejects.toMatchObject({ code: 'ENOTFOUND' })
  }
  expect(questions).toHaveLength(1)
  await expect(resolveRecently('shop.test', 'MX')).rejects.toMatchObject({ code: 'ENOTFOUND' })
  expect(questions).toHaveLength(2)

  code = 2
  await expect(resolveRecently('away.test', 'TXT')).rejects.toMatchObject({ code: 'ESERVFAIL' })
  const asked = questions.length
  code = 3
  await expect(resolveRecently('away.test', 'TXT')).rejects.toMatchObject({ code: 'ENOTFOUND' })
  expect(questions.length).toBe(asked + 1)
})
