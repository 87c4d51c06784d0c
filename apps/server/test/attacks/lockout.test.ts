import { expect, test } from 'vitest'
import { Client } from '../client.js'
import { startTestServer } from '../server.js'
import { newCompany } from '../story.js'

const password = 'correct horse battery'
/** The server delays replies to wrong guesses on purpose. */
const PATIENCE = { timeout: 120_000 }

async function scene() {
  const server = await startTestServer()
  const { admin: ada } = await newCompany(server, 'Acme', 'ada')
  const signIn = (client: Client, given = password, headers?: Record<string, string>) =>
    client.post('/api/session', { user: { email: ada.email, password: given } }, headers)
  /** Signs in once and keeps the cookie, as a browser does. */
  const usedBefore = async (client: Client) => {
    const { headers } = await signIn(client)
    return { cookie: headers.getSetCookie().map((cookie) => cookie.split(';')[0])[0] ?? '' }
  }
  return { server, ada, signIn, usedBefore }
}

/** Sends as many guesses as the limits allow at once. The replies are delayed. */
const flood = (guess: () => Promise<{ status: number }>, count: number) =>
  Promise.all(Array.from({ length: count }, guess)).then((answers) => answers.map(({ status }) => status))

test('a stranger who guesses does not lock the owner out', PATIENCE, async () => {
  const { server, signIn } = await scene()
  const mallory = new Client(server.url)
  const guesses = flood(() => signIn(mallory, 'a wrong guess'), 25)
  const owner = await Promise.all(Array.from({ length: 10 }, () => signIn(new Client(server.url))))

  expect(owner.map(({ status }) => status)).toEqual(Array(10).fill(200))
  const statuses = await guesses
  expect(new Set(statuses)).toEqual(new Set([401, 429]))
  expect(statuses.filter((status) => status === 401).length).toBeLessThan(15)
})

test(
  'a device that signed in before is spared, even at the address from which the guesses come',
  PATIENCE,
  async () => {
    const { server, signIn, usedBefore } = await scene()
    const office = new Client(server.url)
    const known = await usedBefore(office)
    const guesses = flood(() => signIn(office, 'a wrong guess'), 70)
    const owner = await Promise.all(Array.from({ length: 5 }, () => signIn(office, password, known)))

    expect(owner.map(({ status }) => status)).toEqual(Array(5).fill(200))
    await guesses
  },
)

test('guessing from many IPs does not lock the owner out', PATIENCE, async () => {
  const { server, signIn } = await scene()
  const guesses = flood(() => signIn(new Client(server.url), 'a wrong guess'), 30)
  expect((await signIn(new Client(server.url))).status).toBe(200)
  await guesses
})

test('the cookie of a known device proves nothing, and guessing with it is limited', PATIENCE, async () => {
  const { server, signIn, usedBefore } = await scene()
  const known = await usedBefore(new Client(server.url))
  expect((await signIn(new Client(server.url), 'a wrong guess', known)).status).toBe(401)
  const guesses = await flood(() => signIn(new Client(server.url), 'a wrong guess', known), 20)
  expect(guesses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(8)
  expect((await new Client(server.url).get('/api/me', known)).status).toBe(401)
})

test('the device of another user and a forged cookie get no exception', PATIENCE, async () => {
  const { server, signIn, usedBefore } = await scene()
  const globex = await newCompany(server, 'Globex', 'grace')
  const grace = new Client(server.url)
  const hers = await grace.post('/api/session', { user: { email: globex.admin.email, password } })
  const cookie = hers.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const forged = (await usedBefore(new Client(server.url))).cookie.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A'))
  for (const headers of [{ cookie }, { cookie: `${forged}x` }]) {
    const mallory = new Client(server.url)
    const guesses = await flood(() => signIn(mallory, 'a wrong guess', headers), 25)
    expect(guesses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(10)
  }
})

test('a stranger who asks for resets does not stop the owner from asking', PATIENCE, async () => {
  const { server, ada } = await scene()
  const mallory = new Client(server.url)
  const ask = (client: Client) => client.post('/api/reset_password', { email: ada.email })
  const asked = await flood(() => ask(mallory), 12)
  expect(asked).toContain(429)
  expect((await ask(new Client(server.url))).status).toBe(200)
})
