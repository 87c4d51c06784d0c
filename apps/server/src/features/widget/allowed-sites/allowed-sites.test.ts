import type { Topics } from '@papercups/contract'
import { expect, test } from 'vitest'
import { Client } from '../../../../test/client.js'
import { story, Visitor, type Story } from '../../../../test/story.js'
import { covers, toSite } from './site.js'

const html = { accept: 'text/html' }

async function primaryInbox({ ada }: Story): Promise<string> {
  return (await ada.data('GET', '/api/inboxes/primary')).id
}
const allow = (admin: Client, inbox: string, ...sites: string[]) =>
  admin.put(`/api/inboxes/${inbox}/allowed_sites`, { allowed_sites: { sites } })

/** A visitor whose browser shows a page of that site. */
function on(origin: string | undefined, { server, acme }: Story) {
  const visitor = new Visitor(server.url)
  visitor.origin = origin
  visitor.account_id = acme.id
  return visitor
}

/** The result of every call that a widget makes. */
async function everything(visitor: Visitor, { acme, carla }: Story, inbox_id?: string) {
  const scope = `account_id=${acme.id}${inbox_id ? `&inbox_id=${inbox_id}` : ''}`
  const { customer_id, conversation_id } = carla
  const own = `/api/customers/${customer_id}`
  const join = (topic: `conversation:${string}` | `room:${string}`) =>
    visitor.join(topic, { customer_id }).then(
      () => 200,
      (error: Error) => (error.message.includes('may not use this chat') ? 403 : error.message),
    )
  const answers = [
    visitor.get(`/api/widget_settings?${scope}`),
    visitor.put('/api/widget_settings/metadata', { account_id: acme.id, inbox_id, metadata: {} }),
    visitor.get(`/api/customers/identify?${scope}&external_id=x`),
    visitor.get(`${own}/exists?${scope}`),
    visitor.post('/api/customers', { customer: { account_id: acme.id } }),
    visitor.put(`${own}/metadata`, { metadata: {} }),
    visitor.get(`/api/conversations/customer?${scope}&customer_id=${customer_id}`),
    visitor.get(`${own}/conversations?${scope}`),
    visitor.get(`${own}/conversations/${conversation_id}?${scope}`),
    visitor.post('/api/conversations', { conversation: { account_id: acme.id, customer_id, inbox_id } }),
  ]
  const statuses = (await Promise.all(answers)).map(({ status }) => (status === 201 ? 200 : status))
  const topics = [`room:${acme.id}`, `conversation:lobby:${customer_id}`, `conversation:${conversation_id}`] as const
  return [...statuses, ...(await Promise.all(topics.map(join)))]
}

test('an empty list allows every site, and a list only its entries', async () => {
  const all = await story()
  const { ada, acme, server } = all
  const inbox = await primaryInbox(all)
  const frame = async (more = '') => {
    const { headers } = await new Client(server.url).get(`/widget?token=${acme.id}${more}`, html)
    return headers.get('content-security-policy')
  }
  expect(await everything(on('https://anywhere.example', all), all)).toEqual(Array(13).fill(200))
  expect(await frame()).not.toContain('frame-ancestors')

  const saved = await allow(ada, inbox, 'Shop.Example/', 'https://*.acme.example', 'shop.example', 'localhost:3000')
  expect(saved.body.data).toEqual({
    object: 'allowed_sites',
    inbox_id: inbox,
    sites: ['shop.example', 'https://*.acme.example', 'localhost:3000'],
  })
  for (const site of ['https://evil.example', 'https://shop.example.evil.example', 'null', 'http://help.acme.example'])
    expect(await everything(on(site, all), all), site).toEqual(Array(13).fill(403))
  for (const site of ['https://shop.example', 'https://help.acme.example', 'http://localhost:3000'])
    expect(await everything(on(site, all), all), site).toEqual(Array(13).fill(200))
  // Programs that are no browser send no site. Our own pages, the frame included, are judged by the site that frames
  // them.
  for (const site of [undefined, server.url, server.platform.config.base_url])
    expect(await everything(on(site, all), all)).toEqual(Array(13).fill(200))

  const ancestors =
    "frame-ancestors 'self' https://shop.example http://shop.example https://*.acme.example https://localhost:3000 http://localhost:3000"
  expect(await frame()).toContain(ancestors)
  expect(await frame('&inbox=nonsense')).toContain(ancestors)
  // The frame reads the first of two values, and so does the server.
  expect(await frame('&token=00000000-0000-4000-8000-000000000000')).toContain(ancestors)
  const bare = await new Client(server.url).get(`/?accountId=${acme.id}&baseUrl=${server.url}`, html)
  expect(bare.headers.get('content-security-policy')).toContain(ancestors)

  await allow(ada, inbox)
  expect(await frame()).not.toContain('frame-ancestors')
})

test('each inbox has a list of its own', async () => {
  const all = await story()
  const { ada, ben, grace, acme, server } = all
  const primary = await primaryInbox(all)
  const { id: sales } = await ada.data('POST', '/api/inboxes', { inbox: { name: 'Sales' } })
  await allow(ada, primary, 'shop.example')
  await allow(ada, sales, 'sales.example')
  const settings = async (site: string, inbox_id = '') =>
    (await on(site, all).get(`/api/widget_settings?account_id=${acme.id}&inbox_id=${inbox_id}`)).status
  expect([await settings('https://shop.example'), await settings('https://shop.example', sales)]).toEqual([200, 403])
  expect([await settings('https://sales.example'), await settings('https://sales.example', sales)]).toEqual([403, 200])
  // A customer belongs to no inbox, so a site that one inbox allows is enough.
  const arrives = async (site: string) =>
    (await on(site, all).post('/api/customers', { customer: { account_id: acme.id } })).status
  expect([await arrives('https://shop.example'), await arrives('https://sales.example')]).toEqual([201, 201])
  expect(await arrives('https://evil.example')).toBe(403)
  const frame = await new Client(server.url).get(`/widget?token=${acme.id}&inbox=${sales}`, html)
  expect(frame.headers.get('content-security-policy')).toContain('https://sales.example')

  const path = `/api/inboxes/${primary}/allowed_sites`
  expect([(await ben.get(path)).status, (await allow(ben, primary)).status]).toEqual([403, 403])
  expect([(await grace.get(path)).status, (await allow(grace, primary)).status]).toEqual([404, 404])
  expect((await ada.get(path)).body.data.sites).toEqual(['shop.example'])
})

test('rejects an invalid site with a reason and without a change', async () => {
  const all = await story()
  const { ada } = all
  const inbox = await primaryInbox(all)
  await allow(ada, inbox, 'shop.example')
  for (const wrong of [
    ...['*', '*.com', 'shop.example/path', 'https://shop.example/?x', 'ftp://shop.example', 'javascript:alert(1)'],
    ...[
      'shop example',
      'user@shop.example',
      'shop..example',
      '-shop.example',
      'shop.example:99999',
      '[::1]',
      'a*b.example',
    ],
    ...[
      "shop.example; script-src 'unsafe-inline'",
      "'none'",
      'shop.example,evil.example',
      '*.127.0.0.1',
      `${'a'.repeat(64)}.example`,
    ],
  ]) {
    const { status, body } = await allow(ada, inbox, 'fine.example', wrong)
    expect(status, wrong).toBe(422)
    expect(body.error.errors.sites, wrong).toHaveLength(1)
    expect(body.error.message).toMatch(/is no site|leave the list empty/)
  }
  const long = await ada.put(`/api/inboxes/${inbox}/allowed_sites`, {
    allowed_sites: { sites: Array(101).fill('a.example') },
  })
  expect(long.status).toBe(422)
  expect((await ada.get(`/api/inboxes/${inbox}/allowed_sites`)).body.data.sites).toEqual(['shop.example'])
})

/** A visitor in the widget's frame, which is our page and names the site around it. */
function framedBy(site: string | undefined, all: Story) {
  const visitor = on(all.server.url, all)
  visitor.site = site
  return visitor
}

/** Joins the topic and records the answers to this join and all later ones. */
function answersTo<T extends keyof Topics & string>(visitor: Visitor, topic: T, payload: object = {}) {
  const answers: string[] = []
  const line = visitor.line.topic(topic, payload)
  line.join({ joined: () => answers.push('joined'), refused: ({ reason = '' }) => answers.push(reason) })
  return { line, answers }
}

test('removing a site ends its open chats at once', async () => {
  const all = await story()
  const { ada, carla } = all
  const inbox = await primaryInbox(all)
  const { customer_id, conversation_id } = carla
  const { answers } = answersTo(on('https://shop.example', all), `conversation:${conversation_id}`, { customer_id })
  await expect.poll(() => answers).toEqual(['joined'])

  await allow(ada, inbox, 'other.example')
  await expect.poll(() => answers).toEqual(['joined', 'This site may not use this chat'])
  await allow(ada, inbox)
  await expect.poll(() => answers.at(-1)).toBe('joined')
})

test('the frame is judged by the site that it names', async () => {
  const all = await story()
  const { ada, acme, carla, server } = all
  const inbox = await primaryInbox(all)
  const { id: sales } = await ada.data('POST', '/api/inboxes', { inbox: { name: 'Sales' } })
  await allow(ada, inbox, 'shop.example')
  await allow(ada, sales, 'sales.example')
  const { customer_id, conversation_id } = carla
  const join = async (visitor: Visitor, topic: `conversation:${string}` | `room:${string}`, payload: object) =>
    visitor.join(topic, payload).then(
      () => 'joined',
      (error: Error) => error.message,
    )
  const chat = (visitor: Visitor) => join(visitor, `conversation:${conversation_id}`, { customer_id })
  const room = (visitor: Visitor, payload: object) => join(visitor, `room:${acme.id}`, payload)

  for (const site of ['https://evil.example', 'https://sales.example', 'null', 'no origin'])
    expect(await chat(framedBy(site, all)), site).toBe('This site may not use this chat')
  // Older widgets name no site, and our own pages may always show the chat.
  for (const site of ['https://shop.example', undefined, server.url, server.platform.config.base_url])
    expect(await chat(framedBy(site, all)), site).toBe('joined')
  const liar = on('https://evil.example', all)
  liar.site = 'https://shop.example'
  expect(await chat(liar)).toBe('This site may not use this chat')

  const framed = framedBy('https://sales.example', all)
  expect(await room(framed, { inbox_id: sales })).toBe('joined')
  expect(await room(framed, {})).toBe('joined')
  expect(await room(framed, { inbox_id: '' })).toBe('This site may not use this chat')
})

test('open chats end when a site is removed, and return when it is added again', async () => {
  const all = await story()
  const { ada, globex, carla, heard } = all
  const inbox = await primaryInbox(all)
  const { customer_id, conversation_id } = carla
  const topic = `conversation:${conversation_id}` as const
  const shop = answersTo(framedBy('https://shop.example', all), topic, { customer_id })
  const other = answersTo(framedBy('https://other.example', all), topic, { customer_id })
  const older = answersTo(framedBy(undefined, all), topic, { customer_id })
  const foreign = answersTo(framedBy('https://shop.example', all), `room:${globex.id}`)
  for (const { answers } of [shop, other, older, foreign]) await expect.poll(() => answers).toEqual(['joined'])

  await allow(ada, inbox, 'other.example')
  await expect.poll(() => shop.answers.at(-1)).toBe('This site may not use this chat')
  for (const { answers } of [other, older]) await expect.poll(() => answers).toEqual(['joined', 'joined'])
  const shouts: unknown[] = []
  shop.line.on('shout', (message) => shouts.push(message))
  await expect(shop.line.push('shout', { body: 'From the shop' })).rejects.toThrow('timeout')
  await other.line.push('shout', { body: 'From elsewhere' })
  await older.line.push('shout', { body: 'From an older widget' })
  await all.hearOut()
  expect(heard.byTeam).toEqual(['From elsewhere', 'From an older widget'])
  expect(shouts).toEqual([])

  await allow(ada, inbox, 'other.example', 'shop.example')
  await expect.poll(() => shop.answers.at(-1)).toBe('joined')
  await shop.line.push('shout', { body: 'Back again' })
  await all.hearOut()
  expect(heard.byTeam.at(-1)).toBe('Back again')
  // Visitors of another account stay connected.
  expect(foreign.answers).toEqual(['joined'])
})

test('a site is a host, a port and optionally a scheme', () => {
  expect(toSite(' https://Bücher.example:8443/ ')).toBe('https://xn--bcher-kva.example:8443')
  expect(covers('bücher.example', 'https://xn--bcher-kva.example')).toBe(true)
  expect(covers('*.shop.example', 'https://a.b.shop.example')).toBe(true)
  expect(covers('*.shop.example', 'https://shop.example')).toBe(false)
  expect(covers('*.shop.example', 'https://notshop.example')).toBe(false)
  expect(covers('shop.example', 'https://shop.example:8443')).toBe(false)
  expect(covers('shop.example:443', 'https://shop.example')).toBe(true)
  expect(covers('http://shop.example', 'https://shop.example')).toBe(false)
  expect(covers('shop.example', 'chrome-extension://shop.example')).toBe(false)
  expect(covers('shop.example', 'not an origin')).toBe(false)
})
