import { beforeAll, expect, test, vi } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { newScript } from '../../../../test/api-keys.js'
import { expectErrors } from '../../../../test/logged-errors.js'
import { reactionsDone } from '../../../../test/mail.js'
import { file, mail, multipart, plain } from '../../../../test/mails/build.js'
import { soon, startGoogleServer } from '../../../../test/google/google-story.js'
import { bodiesOf, onlyConversation, startMailStory, waitForBodies } from '../../../../test/google/mail-story.js'
import { startNameServer } from '../../../../test/name-server.js'
import { uploaded } from '../../../../test/upload.js'

let world: Awaited<ReturnType<typeof startGoogleServer>>
beforeAll(async () => {
  world = await startGoogleServer({ GMAIL_POLL_SECONDS: '1', GMAIL_PUSH_TOKEN: 'push-1' })
})

/** A mailbox, and Carla who writes to it. */
const mailStory = () => startMailStory(world)

test('recent threads and new mails become conversations with their attachments, each mail once', async () => {
  const story = await mailStory()
  const first = story.writes('Where is my order?', 'Subject: My order')
  const conversation = await onlyConversation(story)
  expect(conversation).toMatchObject({ source: 'email', subject: 'My order', customer: { email: story.carla_email } })
  const raw = multipart('mixed', [
    plain('Here is a photo.\n\n> Where is my order?'),
    file('image/png', 'a.png', 'bytes'),
  ])
  story.google.mailboxes.add(
    story.email,
    mail(
      `From: ${story.carla_email}\nTo: ${story.email}\nMessage-ID: <photo@x.test>\nIn-Reply-To: ${idOf(first.raw)}`,
      raw,
    ),
  )
  await waitForBodies(story, conversation.id, ['Where is my order?', 'Here is a photo.'])
  const [, photo] = await story.ada.data('GET', `/api/conversations/${conversation.id}/messages?after=0`)
  expect(photo).toMatchObject({
    source: 'email',
    attachments: [{ filename: 'a.png' }],
    metadata: { gmail_subject: 'Re: Your order', gmail_thread_id: first.threadId },
  })
  // Gmail forgets our place, and everything is listed again.
  story.google.mailboxes.forgetHistory(story.email)
  story.writes('A second thread', 'Subject: Other')
  await vi.waitFor(async () => expect(await story.conversations()).toHaveLength(2), soon)
  expect(await bodiesOf(story, conversation.id)).toHaveLength(2)
  expect(JSON.stringify(await story.grace.data('GET', '/api/conversations'))).not.toContain('A second thread')
})

const idOf = (raw: Buffer) => /^Message-ID: (<\S+>)/im.exec(raw.toString())?.[1] ?? ''

test('leaves out spam, promotions, drafts, notifications, old mail and automatic replies', async () => {
  const story = await mailStory()
  for (const label of ['SPAM', 'DRAFT', 'CATEGORY_PROMOTIONS', 'CATEGORY_UPDATES', 'TRASH'])
    story.writes(`A mail with ${label}`, '', { labels: [label] })
  story.writes('I am away', 'Auto-Submitted: auto-replied')
  story.writes('Very old', '', { date: new Date(Date.now() - 30 * 24 * 3_600_000) })
  story.writes('A real one', 'Subject: Real', { labels: ['INBOX', 'CATEGORY_PERSONAL'] })
  expect(await onlyConversation(story)).toMatchObject({ subject: 'Real' })
})

test('an answer leaves through Gmail in the same thread, with its files, and is not taken as new mail', async () => {
  const story = await mailStory()
  const asked = story.writes('Where is my order?', 'Subject: My order')
  const { id } = await onlyConversation(story)
  const { id: file_id } = await uploaded(story.ada, { account_id: story.ada.account_id })
  await story.ada.sends({ conversation_id: id, body: 'On its way!', file_ids: [file_id] })
  await vi.waitFor(() => expect(story.sent()).toHaveLength(1), soon)
  const [sent] = story.sent()
  const text = sent?.raw.toString() ?? ''
  expect(sent?.threadId).toBe(asked.threadId)
  expect(text).toMatch(new RegExp(`^From: .*<${story.email}>`, 'm'))
  expect(text).toMatch(new RegExp(`^To: ${story.carla_email}`, 'm'))
  expect(text).toContain('Subject: Re: My order')
  expect(text).toContain(`In-Reply-To: ${idOf(asked.raw)}`)
  expect(text).toContain('filename=note.txt')
  expect(text).not.toMatch(/^Reply-To:/im)

  // She answers the Message-ID that Gmail gave the mail.
  await reactionsDone(story.server)
  story.writes('Thank you!', `In-Reply-To: ${idOf(sent?.raw ?? Buffer.alloc(0))}`)
  await waitForBodies(story, id, ['Where is my order?', 'On its way!', 'Thank you!'])
  const messages = await story.ada.data('GET', `/api/conversations/${id}/messages?after=0`)
  expect(messages[1].metadata).toMatchObject({ gmail_subject: 'Re: My order', gmail_thread_id: asked.threadId })
  expect(await story.conversations()).toHaveLength(1)
  expect(story.sent()).toHaveLength(1)
})

test('refuses a mail to a domain that does not exist before Gmail gets it', async () => {
  const checking = await startGoogleServer({ GMAIL_POLL_SECONDS: '1', DISABLE_EMAIL_VALIDITY_CHECK: 'false' })
  const story = await startMailStory(checking)
  story.writes('Where is my order?', 'Subject: My order')
  const { id } = await onlyConversation(story)
  const names = await startNameServer()
  try {
    const message = await story.ada.sends({
      conversation_id: id,
      body: 'On its way!',
      email: { to: ['carla@gmial.test'] },
    })
    const outgoing = async () => (await story.ada.data('GET', `/api/messages/${message.id}/email`)).outgoing
    const refused = [{ state: 'failed', failure: 'No server takes mail for gmial.test' }]
    await vi.waitFor(async () => expect(await outgoing()).toMatchObject(refused), soon)
    expect(story.sent()).toEqual([])
  } finally {
    names.stop()
  }
})

test('a lost answer of Gmail does not send the mail twice', async () => {
  const story = await mailStory()
  story.writes('Hello?')
  const { id } = await onlyConversation(story)
  expectErrors(/Gmail: connection/)
  story.google.fail('POST messages/send', 'lost answer')
  await story.ada.sends({ conversation_id: id, body: 'Hello!' })
  const mails = databaseOf(story.server.platform).db.selectFrom('outgoing_mails').select('state')
  const states = () => mails.where('conversation_id', '=', id).execute()
  await vi.waitFor(async () => expect(await states()).toEqual([{ state: 'sent' }]), soon)
  expect(story.sent()).toHaveLength(1)
})

test('what somebody writes in Gmail itself is shown, as a note if it is not for the customer, and never mailed again', async () => {
  const story = await mailStory()
  const asked = story.writes('Is it broken?', 'Subject: Broken')
  const { id } = await onlyConversation(story)
  const fromGmail = (text: string, to: string) =>
    story.writes(text, `From: Help <${story.email}>\nTo: ${to}\nIn-Reply-To: ${idOf(asked.raw)}`, {
      labels: ['SENT'],
      threadId: asked.threadId,
    })
  fromGmail('No, it is not.', story.carla_email)
  fromGmail('Do we know her?', 'dev@acme.test')
  await waitForBodies(story, id, ['Is it broken?', 'No, it is not.', 'Do we know her?'])
  const messages = await story.ada.data('GET', `/api/conversations/${id}/messages?after=0`)
  expect(messages.map(({ user_id, private: is_private }: Record<string, unknown>) => [user_id, is_private])).toEqual([
    [null, false],
    [story.ada.id, false],
    [story.ada.id, true],
  ])
  story.writes('Hello Dora', `From: ${story.email}\nTo: Dora <dora@example.test>\nSubject: News`, { labels: ['SENT'] })
  await vi.waitFor(async () => expect(await story.conversations()).toHaveLength(2), soon)
  expect(await story.conversations()).toContainEqual(
    expect.objectContaining({ subject: 'News', customer: expect.objectContaining({ email: 'dora@example.test' }) }),
  )
  await reactionsDone(story.server)
  expect(story.sent()).toHaveLength(3)
})

test('a user starts a conversation by Gmail, and a program sends a mail', async () => {
  const story = await mailStory()
  const customer = await story.ada.data('POST', '/api/customers', {
    customer: { email: 'eve@example.test', name: 'Eve' },
  })
  const conversation = { customer_id: customer.id, source: 'email', subject: 'Welcome', message: { body: 'Hi Eve' } }
  const { id } = await story.ada.data('POST', '/api/conversations', { conversation })
  await vi.waitFor(() => expect(story.sent()).toHaveLength(1), soon)
  const [sent] = story.sent()
  expect(sent?.raw.toString()).toMatch(/^Subject: Welcome$/m)
  await reactionsDone(story.server)
  story.writes('Hi back', `From: eve@example.test\nIn-Reply-To: ${idOf(sent?.raw ?? Buffer.alloc(0))}`)
  await waitForBodies(story, id, ['Hi Eve', 'Hi back'])

  const loose = { recipient: 'fay@example.test', subject: 'Report', message: 'All well.' }
  const answer = await story.ada.post('/api/gmail/send', loose)
  expect(answer.body).toEqual({ ok: true, data: { id: expect.any(String), threadId: expect.any(String) } })
  const { script } = await newScript(story.ada)
  const aliased = await script.post('/api/v1/gmail/send', { ...loose, from: 'news@acme.test' })
  expect(aliased.body).toMatchObject({ ok: true, data: { id: expect.any(String) } })
  expect(story.sent().at(-1)?.raw.toString()).toMatch(/^From: news@acme.test/m)
  expect((await script.post('/api/v1/gmail/send', { ...loose, from: 'a@x.test, b@x.test' })).status).toBe(422)
  expect((await story.grace.post('/api/gmail/send', loose)).status).toBe(403)
  expect((await story.ada.post('/api/gmail/send', { ...loose, recipient: 'nobody' })).status).toBe(422)
  story.google.setDown({ status: 500 })
  expect((await story.ada.post('/api/gmail/send', loose)).body).toEqual({ ok: false })
})

test('a mail that a program sends opens no conversation, and an answer to it does', async () => {
  const story = await mailStory()
  const { script } = await newScript(story.ada)
  const report = { to: 'fay@example.test', subject: 'Report', text: 'All well.' }
  const { data } = (await script.post('/api/v1/gmail/send', report)).body as { data: { threadId: string } }
  await isSynced(story, data.threadId)
  expect(await story.conversations()).toEqual([])

  const [sent] = story.sent()
  story.writes('Thank you', `From: fay@example.test\nIn-Reply-To: ${idOf(sent?.raw ?? Buffer.alloc(0))}`)
  const { id } = await onlyConversation(story)
  await waitForBodies(story, id, ['Thank you'])
})

/** The thread was read to its end. */
const isSynced = ({ server, ada }: Awaited<ReturnType<typeof mailStory>>, thread_id: string) =>
  vi.waitFor(async () => {
    const threads = server.platform.account(ada.account_id).from('gmail_threads').selectAll()
    const thread = await threads.where('thread_id', '=', thread_id).executeTakeFirst()
    expect(thread).toMatchObject({ waiting_since: null, handled_ids: [expect.any(String)], conversation_id: null })
  }, soon)

test('waits while Gmail is away or limits us, and goes on without a loss', async () => {
  const story = await mailStory()
  story.writes('One', 'Subject: One')
  await onlyConversation(story)
  story.google.setDown({ status: 503 })
  const stateOf = async () => (await story.ada.data('GET', '/api/connected_services'))[0]
  await vi.waitFor(async () => expect(await stateOf()).toMatchObject({ state: 'failing', failure: 'status 503' }), soon)
  story.writes('Two', 'Subject: Two')
  story.google.setDown({ status: 403, reason: 'rateLimitExceeded' })
  story.google.setDown()
  await vi.waitFor(async () => expect(await story.conversations()).toHaveLength(2), soon)
  await vi.waitFor(async () => expect(await stateOf()).toMatchObject({ state: 'working', failure: null }), soon)
})

test('a token that is revoked in the middle of a sync stops it, and connecting again goes on', async () => {
  const story = await mailStory()
  story.writes('One', 'Subject: One')
  await onlyConversation(story)
  const late = story.writes('Two', 'Subject: Two')
  story.google.fail(`GET messages/${late.id}`, { status: 401 })
  story.google.revoke(story.email)
  const stateOf = async () => (await story.ada.data('GET', '/api/connected_services'))[0]
  await vi.waitFor(
    async () => expect(await stateOf()).toMatchObject({ state: 'revoked', failure: 'invalid_grant' }),
    soon,
  )
  expect((await story.ada.data('GET', '/api/google/authorization?client=gmail')).is_revoked).toBe(true)
  await story.reconnect(story.email)
  await vi.waitFor(async () => expect(await story.conversations()).toHaveLength(2), soon)
  expect((await stateOf()).state).toBe('working')

  // Another mailbox begins anew.
  story.google.mailboxes.add('other@acme.test', mail('Subject: Three\nMessage-ID: <three@x.test>', plain('Three')))
  await story.reconnect('other@acme.test')
  await vi.waitFor(async () => expect(await story.conversations()).toHaveLength(3), soon)
})

test('a report of Pub/Sub needs the token of the operator', async () => {
  const story = await mailStory()
  const data = Buffer.from(JSON.stringify({ emailAddress: story.email, historyId: 9 })).toString('base64')
  const push = (token: string, given: unknown = data) =>
    story.stranger.post(`/api/gmail/push?token=${token}`, {
      message: { data: given, messageId: '1' },
      subscription: 's',
    })
  expect((await push('wrong')).status).toBe(403)
  expect((await push('push-1')).status).toBe(204)
  for (const odd of ['', 'e30=', 'bnVsbA==', '%%%']) expect((await push('push-1', odd)).status).toBe(204)
  expect((await push('push-1', 5)).status).not.toBe(500)
})
