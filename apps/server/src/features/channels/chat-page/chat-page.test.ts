import type { Message } from '@papercups/contract'
import { createHmac, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { Client } from '../../../../test/client.js'
import { Reader } from '../../../../test/reader.js'
import { story, Visitor } from '../../../../test/story.js'

test('a visitor without JavaScript writes and reads the reply', async () => {
  const { ada, acme, grace, server, heard, hearOut } = await story()
  const path = `/chat/${acme.id}`
  const carl = new Reader(server.url)
  const first = await carl.get(path, { accept: 'text/html' })
  expect(first.headers.get('set-cookie')).toMatch(
    new RegExp(`^papercups_chat=v1\\.[\\w-]+\\.[\\w-]+; Max-Age=\\d+; Path=${path}; HttpOnly; SameSite=Lax$`),
  )
  const policy = first.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-\S+'; form-action 'self'; frame-ancestors 'none'/)
  expect(first.headers.get('cache-control')).toBe('no-store')
  expect(first.body).not.toContain('<script')

  await carl.opens(path)
  await carl.writes(path, 'Where is\r\nmy parcel?', { name: 'Carl', email: 'carl@example.com' })
  expect([carl.status, carl.messages]).toEqual([200, ['Where is\nmy parcel?']])
  await hearOut()
  expect(heard.byTeam).toEqual(['Where is\nmy parcel?'])
  expect(heard.byStrangers).toEqual([])
  const [{ conversation_id }] = ada.heard as [Message]
  const conversation = (await ada.get(`/api/conversations/${conversation_id}`)).body.data
  expect(conversation.customer).toMatchObject({ name: 'Carl', email: 'carl@example.com' })

  await ada.replies(conversation.id, 'On its way: https://track.example/1?a=1&b=2.')
  await ada.notes(conversation.id, 'He is a reporter')
  await carl.opens(path)
  expect(carl.messages[1]).toContain(
    '<a href="https://track.example/1?a=1&#38;b=2" rel="noopener noreferrer nofollow">',
  )
  expect(carl.page).not.toContain('reporter')
  expect(carl.page).not.toContain(ada.email)
  expect(carl.page).not.toContain('Your name')
  const messages = (await ada.get(`/api/conversations/${conversation.id}/messages`)).body.data
  expect(messages[1].seen_at).not.toBeNull()

  // Sent twice, by a double click or a reload, it is stored once.
  const again = { ...carl.hidden, body: 'Thank you' }
  await Promise.all([carl.posts(path, again), carl.posts(path, again)])
  await carl.opens(path)
  expect(carl.messages).toHaveLength(3)
  // The widget continues the page's conversation, and the page the widget's.
  const widget = new Visitor(server.url)
  const scope = `account_id=${acme.id}&customer_id=${conversation.customer_id}`
  expect((await widget.get(`/api/conversations/customer?${scope}`)).body.data[0].messages).toHaveLength(3)

  expect((await grace.get(`/api/conversations/${conversation.id}`)).status).toBe(404)
  const stranger = await new Reader(server.url).opens(path)
  expect(stranger.messages).toEqual([])
})

test('a first message sent twice creates one conversation', async () => {
  const { ada, acme, server } = await story()
  const carl = await new Reader(server.url).opens(`/chat/${acme.id}`)
  const form = { ...carl.hidden, body: 'Hello?' }
  await Promise.all(Array.from({ length: 4 }, () => carl.posts(`/chat/${acme.id}`, form)))
  const list = (await ada.get('/api/conversations')).body.data as Array<{ messages: Array<{ body: string }> }>
  expect(list.filter(({ messages }) => messages.some(({ body }) => body === 'Hello?'))).toMatchObject([
    { messages: [{ body: 'Hello?' }] },
  ])
})

test('escapes everything that a visitor writes', async () => {
  const { ada, acme, server } = await story()
  const path = `/chat/${acme.id}`
  const evil =
    '</textarea></div><script>alert(1)</script><img src=x onerror=alert(1)> [x](javascript:alert(1)) "\' &amp;'
  await ada.put('/api/accounts/me', { account: { company_name: '<b>Acme</b>' } })
  const carl = await new Reader(server.url).opens(path)
  await carl.writes(path, evil, { name: '<i>Carl</i>' })
  expect(carl.messages).toHaveLength(1)
  // A rejected text is in the form again.
  await carl.posts(path, { ...carl.hidden, form_token: 'made up', body: evil })
  expect(carl.status).toBe(403)
  for (const tag of ['<script', '<img', '<b>Acme', '<i>Carl', 'href="javascript'])
    expect(carl.page.toLowerCase()).not.toContain(tag.toLowerCase())
  expect(carl.page).toContain('&#60;script&#62;alert(1)')
  expect(carl.page.match(/<\/textarea>/g)).toHaveLength(1)
})

test('shows errors on the page and keeps the text', async () => {
  const { ada, acme, globex, server } = await story()
  const path = `/chat/${acme.id}`
  const carl = await new Reader(server.url).opens(path)
  const asked = (name: string) => async (value: string) =>
    carl.posts(path, { ...carl.hidden, body: 'Hi', [name]: value })

  expect((await carl.writes(path, ' \u200b\n')).status).toBe(422)
  expect(carl.page).toContain('role="alert"')
  expect((await carl.writes(path, 'x'.repeat(100_001))).status).toBe(422)
  await carl.opens(path)
  expect((await asked('form_token')('')).status).toBe(403)
  expect(carl.page).toContain('>Hi</textarea>')
  // Another site's form has no cookie, and at most a token of its own.
  const own = carl.hidden
  const mallory = await new Reader(server.url).opens(path)
  expect((await carl.posts(path, { ...mallory.hidden, body: 'Hi' })).status).toBe(403)
  mallory.cookie = ''
  expect((await mallory.posts(path, { ...own, body: 'Hi' })).status).toBe(403)
  // A cookie is not valid at another company, nor is a forged one.
  const elsewhere = new Reader(server.url)
  elsewhere.cookie = carl.cookie
  expect((await elsewhere.posts(`/chat/${globex.id}`, { ...own, body: 'Hi' })).status).toBe(403)
  for (const cookie of ['papercups_chat=', `${carl.cookie}x`, 'papercups_chat=v1.e30.x; papercups_chat', '=;=;;']) {
    elsewhere.cookie = cookie
    expect((await elsewhere.posts(path, { ...own, body: 'Hi' })).status).toBe(403)
  }
  for (const wrong of [`/chat/${randomUUID()}`, '/chat/nonsense', '/chat/%00']) {
    const { status, headers, body } = await carl.get(wrong, { accept: 'text/html' })
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(body).toContain('This chat was not found')
  }
  expect((await ada.get('/api/conversations?q=Hi')).body.data).toEqual([])

  await ada.put('/api/widget_settings', { widget_settings: { require_email_upfront: true } })
  await carl.opens(path)
  expect(carl.page).toMatch(/name="email"[^>]*required/)
  expect((await carl.writes(path, 'Hi')).status).toBe(422)
  expect(carl.page).toContain('your email address')
  expect((await carl.writes(path, 'Hi', { email: 'carl@example.com' })).status).toBe(200)
  expect(carl.messages).toEqual(['Hi'])
})

test('uses the browser’s language, else the company’s', async () => {
  const { ada, acme, server } = await story()
  const path = `/chat/${acme.id}`
  const page = async (wishes: string) =>
    (await new Client(server.url).get(path, { accept: 'text/html', 'accept-language': wishes })).body as string
  const spoken = async (wishes: string) => /<html lang="(\w+)" dir="(\w+)">/.exec(await page(wishes))?.slice(1)

  expect(await spoken('')).toEqual(['en', 'ltr'])
  expect(await spoken('de-CH,en;q=0.5')).toEqual(['de', 'ltr'])
  expect(await spoken('it, en;q=0.2, fr;q=0.9')).toEqual(['fr', 'ltr'])
  expect(await spoken('ar;q=0, ja;q=nonsense, constructor, __proto__, *;q=0.1, AR-eg')).toEqual(['ar', 'rtl'])
  expect(await page('es')).toContain('Enviar mensaje')
  await ada.put('/api/accounts/me', { account: { language: 'pt' } })
  expect(await spoken('it')).toEqual(['pt', 'ltr'])
  expect(await spoken('en')).toEqual(['en', 'ltr'])

  const carl = new Reader(server.url)
  carl.language = 'de'
  await carl.opens(path)
  expect((await carl.writes(path, ' ')).page).toContain('Bitte schreiben Sie zuerst etwas.')
  await carl.writes(path, 'Wo ist mein Paket?')
  expect(carl.page).toMatch(/<b>Sie<\/b>\s+<time datetime="[^"]+">\d{2}\.\d{2}\.\d{4}, \d{2}:\d{2}<\/time>/)
  expect((await carl.opens(`/chat/${randomUUID()}`)).page).toContain('Dieser Chat wurde nicht gefunden')
})

test('a signed link shows a person their own conversation and nobody else’s', async () => {
  const { ada, grace, acme, server } = await story()
  const path = `/chat/${acme.id}`
  const external_id = `user ${randomUUID()}`
  const { key: hash_key, token_key: key } = await ada.data('GET', '/api/identity_verification')
  const foreign = (await grace.data('GET', '/api/identity_verification')).token_key
  await ada.put('/api/identity_verification', { identity_verification: { required: true } })
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const link = (by: string, exp = Math.floor(Date.now() / 1_000) + 60) => {
    const signed = `${part({ alg: 'HS256' })}.${part({ sub: external_id, exp })}`
    return `${path}?identity_token=${signed}.${createHmac('sha256', by).update(signed).digest('base64url')}`
  }
  const user_hash = createHmac('sha256', hash_key).update(external_id).digest('hex')
  const widget = new Visitor(server.url)
  const customer = { account_id: acme.id, external_id }
  widget.customer_id = (await widget.data('POST', '/api/customers', { customer, user_hash })).id
  const conversation = { account_id: acme.id, customer_id: widget.customer_id }
  const { id } = await widget.data('POST', '/api/conversations', { conversation, user_hash })
  await (await widget.join(`conversation:${id}`, { user_hash })).push('shout', { body: 'From the widget' })

  for (const bad of [link(foreign), link(key, 1), `${path}?identity_token=x`]) {
    const stranger = await new Reader(server.url).opens(bad)
    expect(stranger.page).toContain('no longer good')
    expect(stranger.messages).toEqual([])
  }
  const carla = new Reader(server.url)
  const moved = await fetch(server.url + link(key), { redirect: 'manual' })
  expect([moved.status, moved.headers.get('location')]).toEqual([303, `${path}#end`])
  carla.cookie = moved.headers.get('set-cookie')?.split(';')[0] ?? ''
  await carla.opens(path)
  expect(carla.messages).toEqual(['From the widget'])
  await carla.writes(path, 'From the page')
  expect(carla.messages).toEqual(['From the widget', 'From the page'])
  const list = (await ada.get('/api/conversations')).body.data as Array<{ id: string; messages: unknown[] }>
  expect(list.find((row) => row.id === id)?.messages).toHaveLength(2)
})

test('a link asks before it switches the page to another person', async () => {
  const { acme, ada, server } = await story()
  const path = `/chat/${acme.id}`
  const { key, token_key = key } = await ada.data('GET', '/api/identity_verification')
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ alg: 'HS256' })}.${part({ sub: 'mallory', exp: Math.floor(Date.now() / 1_000) + 60 })}`
  const token = `${signed}.${createHmac('sha256', token_key).update(signed).digest('base64url')}`
  const carl = await new Reader(server.url).opens(path)
  await carl.writes(path, 'My secret order number')

  await carl.opens(`${path}?identity_token=${token}`)
  expect(carl.page).toContain('is for another person')
  const { hidden } = carl
  await carl.opens(path)
  expect(carl.messages).toEqual(['My secret order number'])

  // Another site's form has no token of this page.
  await carl.posts(`${path}/switch`, { identity_token: token, form_token: 'made up' })
  expect(carl.status).toBe(403)
  await carl.opens(path)
  expect(carl.messages).toEqual(['My secret order number'])

  await carl.posts(`${path}/switch`, hidden)
  expect([carl.status, carl.messages]).toEqual([200, []])
})

test('renders an agent’s Markdown and keeps a customer’s text plain', async () => {
  const { acme, ada, server } = await story()
  const path = `/chat/${acme.id}`
  const carl = await new Reader(server.url).opens(path)
  await carl.writes(path, '**no** markup')
  const [{ conversation_id }] = ada.heard as [Message]
  await ada.replies(
    conversation_id,
    '**Yes**, *see* [docs](https://docs.example) [bad](javascript:alert(1)) <b onclick=x>\n\n- one\n- `two`',
  )
  await carl.opens(path)
  expect(carl.messages[0]).toBe('**no** markup')
  const [, reply = ''] = carl.messages
  expect(reply).toContain('<b>Yes</b>, <i>see</i> <a href="https://docs.example"')
  expect(reply).toContain('<li>one</li><li><code>two</code></li>')
  expect(reply).not.toMatch(/javascript:[^<]*">|<b onclick/)
})

test('limits one flooding visitor before others behind the same IP', async () => {
  const { acme, server } = await story()
  const path = `/chat/${acme.id}`
  const office = '198.51.100.7'
  const flood = await new Reader(server.url, office).opens(path)
  const form = { ...flood.hidden, body: 'Buy!' }
  const answers = await Promise.all(
    Array.from({ length: 35 }, async () => {
      const reader = new Reader(server.url, office)
      reader.cookie = flood.cookie
      return (await reader.posts(path, form)).page
    }),
  )
  expect(answers.filter((page) => page.includes('Too many requests'))).toHaveLength(5)
  const honest = await new Reader(server.url, office).opens(path)
  expect((await honest.writes(path, 'A question')).messages).toEqual(['A question'])
})
