import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { story } from '../../../../test/story.js'

const PATH = '/api/event_subscriptions'

/** The receiver of docs/webhooks.md as a file. */
async function writeExample() {
  const page = await readFile(new URL('../../../../../../docs/webhooks.md', import.meta.url), 'utf8')
  const code = /```js\n([^]*?)```/.exec(page)?.[1] ?? ''
  const folder = await mkdtemp(join(tmpdir(), 'papercups-receiver-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'receiver.mjs')
  await writeFile(file, code)
  return file
}

async function findFreePort() {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Resolves when it accepts calls. */
async function start(file: string, port: number, secret?: string) {
  const env = { PORT: String(port), ...(secret && { PAPERCUPS_WEBHOOK_SECRET: secret }) }
  const receiver = spawn(process.execPath, [file], { env })
  const ended = new Promise((resolve) => receiver.once('exit', resolve))
  const running = { printed: '', stop: async () => void (receiver.kill() && (await ended)) }
  receiver.stdout.setEncoding('utf8').on('data', (text: string) => (running.printed += text))
  onTestFinished(running.stop)
  const status = () => post(port, 'no JSON').catch(() => undefined)
  await expect.poll(status, { timeout: 20_000 }).toBe(400)
  return running
}

async function post(port: number, body: string, headers: Record<string, string> = {}) {
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers })
  await response.text()
  return response.status
}

test('the receiver of docs/webhooks.md is verified, and takes only what we signed', { timeout: 60_000 }, async () => {
  const { ada, carla } = await story()
  const [file, port] = [await writeExample(), await findFreePort()]
  const unready = await start(file, port)
  const draft = { webhook_url: `http://127.0.0.1:${port}/`, events: ['message:created'] }
  const { id, verified } = await ada.data('POST', PATH, { event_subscription: draft })
  expect(verified).toBe(true)
  await carla.says('Before it knows the secret')
  await expect.poll(async () => (await ada.data('GET', `${PATH}/${id}`)).failing_since).not.toBeNull()
  expect(unready.printed).toBe('')
  await unready.stop()

  const { secret } = await ada.data('GET', `${PATH}/${id}/secret`)
  const receiver = await start(file, port, secret)
  const event = JSON.stringify({ event: 'message:created', payload: { body: 'Forged' } })
  const now = Math.floor(Date.now() / 1_000)
  for (const signature of ['', 'v1', 't=1,v1=00', `t=${now}`, `t=${now},v1=${'0'.repeat(64)}`, 't=x,v1='])
    expect([signature, await post(port, event, { 'x-papercups-signature': signature })]).toEqual([signature, 401])
  expect(await post(port, event)).toBe(401)
  await expect.poll(() => receiver.printed, { timeout: 20_000 }).toContain('Before it knows the secret')
  expect(receiver.printed).not.toContain('Forged')
})
