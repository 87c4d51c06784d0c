import { expect, test } from 'vitest'
import { readConfig } from '../../src/platform/config.js'
import { startTestServer } from '../server.js'

const METRICS_TOKEN = 'only for the monitoring'
const server = startTestServer({ env: { METRICS_TOKEN } })

async function ask(headers: Record<string, string>, from = server) {
  const answer = await fetch(`${(await from).url}/metrics`, { headers })
  const text = await answer.text()
  return [answer.status, text.includes('papercups_http_request_duration_seconds')]
}

test('a program on this machine reads the metrics', async () => {
  expect(await ask({})).toEqual([200, true])
})

test('refuses requests that a local proxy forwards, whatever their headers', async () => {
  const passedOn: Array<Record<string, string>> = [
    { 'x-forwarded-for': '203.0.113.7' },
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-real-ip': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
    { 'x-forwarded-for': '203.0.113.7', authorization: 'Bearer wrong' },
    { 'x-forwarded-for': '203.0.113.7', authorization: '' },
  ]
  for (const headers of passedOn) expect(await ask(headers), JSON.stringify(headers)).toEqual([403, false])
})

test('the token allows access from other machines', async () => {
  expect(await ask({ 'x-forwarded-for': '203.0.113.7', authorization: `Bearer ${METRICS_TOKEN}` })).toEqual([200, true])
})

test('on a public server also a program on this machine needs the token: a proxy may add no header', async () => {
  const open = startTestServer({ env: { BASE_URL: 'https://support.acme.com', METRICS_TOKEN } })
  expect(await ask({}, open)).toEqual([403, false])
  expect(await ask({ authorization: `Bearer ${METRICS_TOKEN}` }, open)).toEqual([200, true])

  const closed = startTestServer({ env: { BASE_URL: 'https://support.acme.com' } })
  expect(await ask({}, closed)).toEqual([403, false])
  expect(await ask({ authorization: 'Bearer ' }, closed)).toEqual([403, false])
})

test('loopback is not public, however it is written', async () => {
  for (const BASE_URL of ['http://localhost:4000', 'http://127.0.0.1:4000', 'http://[::1]:4000']) {
    expect(await ask({}, startTestServer({ env: { BASE_URL } })), BASE_URL).toEqual([200, true])
  }
})

test('a short token is refused at the start', () => {
  expect(() => readConfig({ METRICS_TOKEN: 'short' })).toThrow('METRICS_TOKEN must have at least 16 characters')
})
