import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from '../../../../../test/client.js'
import { expectErrors } from '../../../../../test/logged-errors.js'
import { jobsDone, reactionsDone } from '../../../../../test/mail.js'
import { startMailStory } from '../../../../../test/mails/mail-story.js'
import { mail, plain } from '../../../../../test/mails/build.js'
import { deliver } from '../../../../../test/mails/deliver.js'
import { suppress } from '../suppressed-emails.js'
import { mailIssuePeople } from './mail-issue.js'

let world: Awaited<ReturnType<typeof startMailStory>>
beforeAll(async () => {
  world = await startMailStory()
})
afterAll(() => world.stop())

type Agent = Awaited<ReturnType<typeof world.newAgent>>
let people = 0
const WAIT = { timeout: 30_000, interval: 100 }

const newCustomer = async (ada: Agent, email: string | null = `waits-${people++}@example.test`) =>
  (await ada.data('POST', '/api/customers', { customer: { name: 'Carla', email } })) as { id: string; email: string }

async function issueWith(ada: Agent, customers: Array<{ id: string }>) {
  const issue = await ada.data('POST', '/api/issues', { issue: { title: 'Dark mode', state: 'done' } })
  for (const { id } of customers) await ada.post(`/api/customers/${id}/issues`, { issue_id: issue.id })
  return { id: issue.id as string, path: `/api/issues/${issue.id}/emails` }
}

/** The mails are queued by one job and sent by others. */
async function sent() {
  await jobsDone(world.server)
  await reactionsDone(world.server)
  await jobsDone(world.server)
}

const news = { email: { subject: 'Dark mode is here', body: 'Switch it on in **Settings**.' } }

test('writes one mail to everybody who waits for an issue, and takes the answers', async () => {
  const ada = await world.newAgent()
  const [carla, dora, nobody, bounced] = [
    await newCustomer(ada),
    await newCustomer(ada),
    await newCustomer(ada, null),
    await newCustomer(ada),
  ]
  const twin = await newCustomer(ada, dora.email.toUpperCase())
  const bystander = await newCustomer(ada)
  await suppress(world.server.platform.account(ada.account_id), world.server.platform, bounced.email, 'bounce')
  const { id, path } = await issueWith(ada, [carla, dora, nobody, bounced, twin])

  const obstacleOf = (data: { people: Array<{ customer_id: string }> }, customer: { id: string }) =>
    data.people.find(({ customer_id }) => customer_id === customer.id)
  const before = await ada.data('GET', path)
  expect(before).toMatchObject({ is_sending: false })
  expect(obstacleOf(before, carla)).toMatchObject({ obstacle: null, emailed_at: null })
  expect(obstacleOf(before, nobody)).toMatchObject({ obstacle: 'no_email' })
  expect(obstacleOf(before, bounced)).toMatchObject({ obstacle: 'bounce' })

  const { status, body } = await ada.post(path, { email: { ...news.email, close: true } })
  expect(status).toBe(202)
  expect(body.data.people).toHaveLength(5)
  expect(await ada.data('GET', `/api/issues/${id}`)).toMatchObject({ state: 'closed' })
  await sent()

  const [mailed, ...more] = await world.outside.mailsTo(carla.email)
  expect(more).toEqual([])
  expect(mailed).toMatchObject({ subject: 'Dark mode is here', to: [{ address: carla.email }] })
  expect(mailed?.cc ?? []).toEqual([])
  expect(mailed?.html).toContain('<b>Settings</b>')
  expect(mailed?.text).toContain('You get this email because you wait for news from Acme.')
  expect(mailed?.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))
  // Either of the two customers may be the first.
  const twins = world.outside.caught.filter(({ to }) => to.some((one) => one.toLowerCase() === dora.email))
  expect(twins).toHaveLength(1)
  expect(await world.outside.mailsTo(bounced.email)).toEqual([])
  expect(await world.outside.mailsTo(bystander.email)).toEqual([])

  const after = await ada.data('GET', path)
  expect(after).toMatchObject({ is_sending: false })
  expect(obstacleOf(after, carla)).toMatchObject({ emailed_at: expect.any(String) })
  expect(obstacleOf(after, bounced)).toMatchObject({ emailed_at: null })

  const [conversation] = await ada.data('GET', `/api/conversations?customer_id=${carla.id}`)
  expect(conversation).toMatchObject({ source: 'email', status: 'closed', subject: 'Dark mode is here' })
  const answer = mail(`From: ${carla.email}\nMessage-ID: <thanks-${carla.email}>`, plain('Thanks!'))
  await deliver(world.server, mailed?.replyTo?.[0]?.address ?? '', answer)
  expect(await ada.data('GET', `/api/conversations/${conversation.id}`)).toMatchObject({ status: 'open' })
})

test('ends automatic mail with one click, for this company only', async () => {
  const ada = await world.newAgent()
  const grace = await world.newAgent()
  const carla = await newCustomer(ada)
  const { path } = await issueWith(ada, [carla])
  await ada.post(path, news)
  await sent()
  const [first] = await world.outside.mailsTo(carla.email)
  const header = (key: string) => first?.headers.find((one) => one.key === key)?.value
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const url = new URL(/^<(\S+)>$/.exec(header('list-unsubscribe') ?? '')?.[1] ?? '')
  expect(first?.text).toContain(url.href)
  expect(url.href).not.toContain(encodeURIComponent(carla.email))

  const find = { emails: [carla.email, 'else@example.test'] }
  const opened = await fetch(new URL(url.pathname, world.server.url), { headers: { 'accept-language': 'de' } })
  expect(opened.status).toBe(200)
  expect(await opened.text()).toContain('E-Mails von Acme')
  // Programs that check links open them.
  expect(await ada.data('POST', '/api/suppressed_emails/find', find)).toEqual([])

  const click = (form: string) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return fetch(new URL(url.pathname, world.server.url), { method: 'POST', headers, body: form })
  }
  const clicked = await click('List-Unsubscribe=One-Click')
  expect(clicked.status).toBe(200)
  expect(await clicked.text()).toContain('You get no more automatic emails from Acme.')
  const listed = [{ email: carla.email, reason: 'unsubscribe' }]
  expect(await ada.data('POST', '/api/suppressed_emails/find', find)).toEqual(listed)
  expect(await grace.data('POST', '/api/suppressed_emails/find', find)).toEqual([])
  expect((await ada.data('GET', path)).people).toMatchObject([{ obstacle: 'unsubscribe' }])
  await ada.post(path, news)
  await sent()
  expect(await world.outside.mailsTo(carla.email)).toHaveLength(1)

  await click('again=1')
  expect(await ada.data('POST', '/api/suppressed_emails/find', find)).toEqual([])
  const wrong = await fetch(new URL(`${url.pathname.slice(0, -1)}!`, world.server.url), { method: 'POST' })
  expect(wrong.status).toBe(404)
  expect(await wrong.text()).toContain('That could not be done')
})

test('does not mail somebody who unsubscribed while the mail waited', async () => {
  const ada = await world.newAgent()
  const carla = await newCustomer(ada)
  const { path } = await issueWith(ada, [carla])
  expectErrors(/451 Not now/)
  world.refusals.set(carla.email, { code: 451, times: Infinity })
  const account = world.server.platform.account(ada.account_id)
  const mails = account.from('outgoing_mails').select(['state', 'failure'])
  await ada.post(path, news)
  await expect
    .poll(() => mails.execute(), WAIT)
    .toMatchObject([{ state: 'queued', failure: expect.stringContaining('Not now') }])
  await suppress(account, world.server.platform, carla.email, 'unsubscribe')
  const ended = [{ state: 'failed', failure: 'The recipient has unsubscribed' }]
  await expect.poll(() => mails.execute(), WAIT).toEqual(ended)
  expect(await world.outside.mailsTo(carla.email)).toEqual([])
})

test('a run that is repeated mails nobody twice, and a second mail waits for the first', async () => {
  const ada = await world.newAgent()
  const customers = [await newCustomer(ada), await newCustomer(ada)]
  const { id: issue_id, path } = await issueWith(ada, customers)
  const { platform } = world.server
  const account = platform.account(ada.account_id)
  // Its job has not run.
  const row = account.insert('issue_emails', { ...news.email, issue_id, user_id: ada.id, inbox_id: null })
  const { id: issue_email_id } = await row.returning('id').executeTakeFirstOrThrow()
  expect(await ada.data('GET', path)).toMatchObject({ is_sending: true })
  expect((await ada.post(path, news)).status).toBe(409)

  for (let run = 0; run < 2; run += 1) await mailIssuePeople.run(account, { issue_email_id }, platform)
  await sent()
  for (const { email } of customers) expect(await world.outside.mailsTo(email)).toHaveLength(1)
  expect(await ada.data('GET', path)).toMatchObject({ is_sending: false })
})

test('only the own team writes to the customers of an issue', async () => {
  const ada = await world.newAgent()
  const grace = await world.newAgent()
  const { path } = await issueWith(ada, [await newCustomer(ada)])
  expect((await grace.post(path, news)).status).toBe(404)
  expect((await grace.get(path)).status).toBe(404)
  expect((await new Client(world.server.url).post(path, news)).status).toBe(401)
  expect((await ada.post(path, { email: { subject: ' ', body: 'x' } })).status).toBe(422)
  expect((await ada.post(path, { email: { subject: 'x', body: ' ' } })).status).toBe(422)
})
