import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { Client } from '../client.js'
import { startTestServer, theServer } from '../server.js'
import { newCompany, Visitor } from '../story.js'

const password = 'correct horse battery'
const PATIENCE = { timeout: 120_000 }

/** Different spellings of the same email. */
const spellings = (email: string) => [
  email.toUpperCase(),
  ` ${email}`,
  `${email} `,
  email.replace('a', 'a\0'),
  email.replace('a', 'a\0\0'),
  email.replace('a', 'a\u200b'),
  email.replace('a', 'a\u00ad'),
  email.replace('a', '\uff41'),
  `${email}.`,
  `${email}..`,
]

test('the sign-in limit counts all spellings of an email together', PATIENCE, async () => {
  const server = await startTestServer()
  const { admin: ada } = await newCompany(server, 'Acme', 'ada')
  const mallory = new Client(server.url)
  const guesses = [...spellings(ada.email), ...spellings(ada.email)].map((email) =>
    mallory.post('/api/session', { user: { email, password: 'a wrong guess' } }),
  )
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(6)
})

test('the reset limit counts all spellings of an email together', PATIENCE, async () => {
  const server = await startTestServer()
  const client = new Client(server.url)
  const asked = await Promise.all(
    spellings('ada@acme.test').map((email) => client.post('/api/reset_password', { email })),
  )
  expect(asked.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(4)
})

test('an email is taken in every spelling', PATIENCE, async () => {
  const server = await startTestServer()
  const email = `ada-${randomUUID()}@acme.test`
  const register = (email: string) =>
    new Client(server.url).post('/api/registration', {
      user: { company_name: 'Acme', email, password, password_confirmation: password },
    })
  expect((await register(email)).status).toBe(200)
  for (const spelling of spellings(email)) {
    // Some spellings are invalid emails. None creates a second user.
    const { status, body } = await register(spelling)
    expect([spelling, status, body.error.errors]).toEqual([
      spelling,
      422,
      { email: [expect.stringMatching(/^has (already been taken|invalid format)$/)] },
    ])
  }
})

test('every spelling of an email signs its owner in', PATIENCE, async () => {
  const server = await theServer()
  const { admin: ada } = await newCompany(server, 'Acme', 'ada')
  for (const email of spellings(ada.email)) {
    expect((await new Client(server.url).post('/api/session', { user: { email, password } })).status).toBe(200)
  }
})

test('the visitor limit counts all spellings of an id together', PATIENCE, async () => {
  const server = await startTestServer()
  const { id: account_id } = await newCompany(server, 'Acme', 'ada')
  const carla = await new Visitor(server.url).arrives(account_id)
  const spelled = (time: number) =>
    Array.from(carla.customer_id, (letter, at) =>
      ((time >> (at % 6)) & 1) === 1 ? letter.toUpperCase() : letter,
    ).join('')
  const calls = await Promise.all(
    Array.from({ length: 50 }, (_, time) =>
      carla.post('/api/conversations', { conversation: { account_id, customer_id: spelled(time) } }),
    ),
  )
  expect(calls.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(5)
})
