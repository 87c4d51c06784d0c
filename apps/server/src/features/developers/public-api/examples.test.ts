import { expect, test } from 'vitest'
import { newScript } from '../../../../test/api-keys.js'
import { connectGoogle, GOOGLE_ENV } from '../../../../test/google/google-story.js'
import { startGoogle } from '../../../../test/google/stand-in.js'
import { theServer } from '../../../../test/server.js'
import type { Story } from '../../../../test/story.js'
import { authorizeGithub } from '../../../../test/github/github-story.js'
import { startGithub } from '../../../../test/github/stand-in.js'
import { startTwilioServer, twilioStory } from '../../../../test/twilio/twilio-story.js'

const FILE = '../../../../../../packages/contract/src/v1-examples.ts'
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/g
const DATE = /^\d{4}-\d\d-\d\d$/
const MAIL_TIME = /\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g
const SID = /\b(AC|SM)[0-9a-f]{32}\b/g
const PHONE = /\+1555\d{7}/g

interface Example {
  body?: unknown
  status: number
  answer?: unknown
}

/** Calls every route of /api/v1 once and returns what was sent and answered. */
async function callAll({ ada, carla }: Story) {
  const { script } = await newScript(ada)
  const examples: Record<string, Example> = {}
  const call = async (route: string, body?: object, ids: Record<string, string | number> = {}, query = '') => {
    const [method = '', path = ''] = route.split(' ')
    const url = path.replace(/:([a-z_]+)/g, (_, name: string) => String(ids[name]))
    const { status, body: answer } = await script.call(method, url + query, body)
    examples[route] = { ...(body && { body }), status, ...(answer && { answer }) }
    return answer?.data
  }

  await carla.says('Where is my order?')
  const { conversation_id, customer_id } = carla
  await call('GET /api/v1/me')
  await call('GET /api/v1/users')
  await call('GET /api/v1/users/:id', undefined, { id: ada.id })
  await call('PUT /api/v1/profile', { user_profile: { display_name: 'Ada', full_name: 'Ada Lovelace' } })
  await call('GET /api/v1/profile')
  await call('PUT /api/v1/user_settings', { user_settings: { email_alert_on_new_message: true } })
  await call('GET /api/v1/user_settings')
  await call('GET /api/v1/reporting', undefined, {}, '?from_date=2026-01-31&to_date=2026-02-01')
  await call('GET /api/v1/github/repos')
  await call('GET /api/v1/github/issues', undefined, {}, '?owner=acme&repo=shop')
  await call('POST /api/v1/github/issues', { owner: 'acme', repo: 'shop', issue: { title: 'Orders are late' } })
  const mail = { to: 'carla@example.com', subject: 'Your order', text: 'It is ready.' }
  await call('POST /api/v1/gmail/send', mail)
  await call('POST /api/v1/slack/notify', { text: 'A new version is out.', channel: '#general' })

  const tag = await ada.data('POST', '/api/tags', { tag: { name: 'VIP' } })
  const issue = await ada.data('POST', '/api/issues', { issue: { title: 'Orders are late' } })
  const [about, from] = [{ id: conversation_id }, { id: customer_id }]
  await call('GET /api/v1/conversations/:id/messages', undefined, about)
  await call('POST /api/v1/conversations/:id/tags', { tag_id: tag.id }, about)
  await call('DELETE /api/v1/conversations/:id/tags/:tag_id', undefined, { ...about, tag_id: tag.id })
  await call('POST /api/v1/customers/:id/tags', { tag_id: tag.id }, from)
  await call('DELETE /api/v1/customers/:id/tags/:tag_id', undefined, { ...from, tag_id: tag.id })
  await call('POST /api/v1/customers/:id/issues', { issue_id: issue.id }, from)
  await call('DELETE /api/v1/customers/:id/issues/:issue_id', undefined, { ...from, issue_id: issue.id })
  await ada.delete(`/api/tags/${tag.id}`)
  await ada.delete(`/api/issues/${issue.id}`)

  const resources: Array<[path: string, name: string, draft: object, changes: object]> = [
    ['messages', 'message', { conversation_id, body: 'It is on its way.' }, { body: 'It arrives tomorrow.' }],
    ['companies', 'company', { name: 'Example Ltd', website_url: 'https://example.com' }, { name: 'Example & Co' }],
    ['tags', 'tag', { name: 'order' }, { description: 'Questions about orders' }],
    ['issues', 'issue', { title: 'Orders are late' }, { state: 'in_progress' }],
    ['notes', 'note', { customer_id, body: 'Prefers email.' }, { body: 'Prefers the phone.' }],
    ['customers', 'customer', { name: 'Dora', email: 'dora@example.com' }, { name: 'Dora Diaz' }],
    ['conversations', 'conversation', { customer_id, subject: 'Your order' }, { status: 'closed' }],
  ]
  for (const [path, name, draft, changes] of resources) {
    const { id } = await call(`POST /api/v1/${path}`, { [name]: draft })
    await call(`GET /api/v1/${path}/:id`, undefined, { id })
    await call(`PUT /api/v1/${path}/:id`, { [name]: changes }, { id })
    await call(`GET /api/v1/${path}`)
    await call(`DELETE /api/v1/${path}/:id`, undefined, { id })
  }
  // Last: it adds a customer, and lists of customers that were never seen have no order.
  await call('POST /api/v1/twilio/send', { to: '+15551234567', body: 'Your order is ready.' })
  return examples
}

/** Ids, times, emails and phone numbers differ in every run. */
function normalize(examples: Record<string, Example>, { ada, ben }: Story) {
  const ids = new Map<string, string>()
  const nameOf = (id: string) => {
    const known = ids.get(id) ?? `00000000-0000-4000-8000-${String(ids.size + 1).padStart(12, '0')}`
    ids.set(id, known)
    return known
  }
  const users = new Map([ada, ben].map(({ id }, at) => [id, at + 1]))
  return JSON.parse(JSON.stringify(examples), (key, value: unknown) => {
    if (typeof value === 'number' && /(^|_)id$|_by$/.test(key)) return users.get(value) ?? value
    if (typeof value !== 'string') return value
    if (value === ada.email) return 'ada@acme.test'
    if (value === ben.email) return 'ben@acme.test'
    if (DATE.test(value)) return '2026-01-31'
    return value
      .replace(ID, nameOf)
      .replace(TIME, '2026-01-31T12:00:00')
      .replace(MAIL_TIME, 'Sat, 31 Jan 2026 12:00:00 GMT')
      .replace(SID, (_, kind: string) => kind.padEnd(34, '0'))
      .replace(PHONE, '+15551234567')
  }) as Record<string, Example>
}

test('every call of /api/v1 has an example that is the real answer', { timeout: 120_000 }, async () => {
  const google = await startGoogle()
  const github = await startGithub()
  const tale = await twilioStory(await startTwilioServer({ ...github.settings, ...GOOGLE_ENV, GOOGLE_URL: google.url }))
  const installation_id = github.newId()
  github.installations.set(installation_id, { login: 'acme' })
  github.addIssue(github.addRepository('acme', 'shop', installation_id), { title: 'The page is slow' })
  await authorizeGithub(github, tale.ada, [installation_id])
  // Its mail is not read, so the sent one becomes no conversation.
  expect((await connectGoogle(google, tale.ada, 'ada@acme.test', { type: 'personal' })).status).toBe(200)
  const examples = normalize(await callAll(tale), tale)
  expect(Object.entries(examples).filter(([, { status }]) => status >= 300)).toEqual([])

  const declared = tale.server.declared.filter(
    ({ key, method, url }) => key && method !== 'PATCH' && !url.includes(':any'),
  )
  expect(Object.keys(examples).toSorted()).toEqual(declared.map(({ method, url }) => `${method} ${url}`).toSorted())
  const text = JSON.stringify(examples, null, 2)
  await expect(
    `/** Written by examples.test.ts of the server (run it with \`-u\`): the real answers of /api/v1. */\nexport const v1Examples = ${text}\n`,
  ).toMatchFileSnapshot(FILE)
})

test('the description covers both prefixes, with the key, the errors and an example of each call', async () => {
  const server = await theServer()
  const response = await fetch(`${server.url}/api/docs/openapi.json`)
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, Operation>> }
  expect(paths['/api/tags/{id}']?.get?.security).toEqual([{ session: [] }])
  expect(paths['/api/tags/{id}']?.get?.responses).not.toHaveProperty('429')

  const refused = paths['/api/v1/companies/{id}']?.delete?.responses['422']
  expect(refused).toMatchObject({ description: 'Customers are still in this company.' })
  expect(paths['/api/v1/tags/{id}']?.delete?.responses).not.toHaveProperty('422')

  const operations = Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/v1/'))
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })))
  expect(operations.length).toBe(server.declared.filter(({ key }) => key).length)
  for (const { path, method, operation } of operations) {
    const where = `${method} ${path}`
    const { responses, security, requestBody, parameters = [] } = operation
    expect([where, security]).toEqual([where, [{ api_key: [] }]])
    expect([where, Object.keys(responses)]).toEqual([
      where,
      expect.arrayContaining(['400', '401', '403', '406', '429', '503']),
    ])
    if (path.includes('{id}')) expect([where, Object.keys(responses)]).toEqual([where, expect.arrayContaining(['404'])])
    if (method === 'post') {
      expect([where, Object.keys(responses)]).toEqual([where, expect.arrayContaining(['409', '413', '422'])])
      expect(parameters.map(({ name }) => name)).toContain('idempotency-key')
    }
    const success = Object.entries(responses).find(([status]) => Number(status) < 300)
    if (!success || success[0] === '204') continue
    expect([where, JSON.stringify(success[1])]).toEqual([where, expect.stringContaining('"example')])
    if (requestBody) expect([where, JSON.stringify(requestBody)]).toEqual([where, expect.stringContaining('"example')])
  }
})

interface Operation {
  security: unknown
  responses: Record<string, unknown>
  requestBody?: unknown
  parameters?: Array<{ name: string }>
}
