import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { file, mail, multipart, plain } from '../../../../test/mails/build.js'
import { corpus } from '../../../../test/mails/corpus.js'
import { deliver, incomingMails, newForwardingAddress } from '../../../../test/mails/deliver.js'
import type { TestServer } from '../../../../test/server.js'
import { story } from '../../../../test/story.js'
import { replyAddressOf } from './reply-address.js'
import { isSuppressed } from './suppressed-emails.js'
import { forgetIgnoredMails } from './unscoped.js'

const newId = () => `<${randomUUID()}@example.test>`
const written = (headers: string, text: string) => mail(`Message-ID: ${newId()}\n${headers}`, plain(text))

/** Acme takes mail at one address. */
async function mailStory() {
  const cast = await story()
  const { email, inbox_id } = await newForwardingAddress(cast.server, cast.acme.id)
  const send = (raw: Buffer, more = {}) => deliver(cast.server, email, raw, more)
  const conversation = (id: string) => cast.ada.data('GET', `/api/conversations/${id}`)
  return { ...cast, email, inbox_id, send, conversation }
}

async function stored(outcome: ReturnType<typeof deliver>) {
  const result = await outcome
  if (result.state !== 'message') throw new Error(`the mail is ${result.state}`)
  return result
}

test('a mail to a forwarding address opens a conversation in its inbox', async () => {
  const { ada, grace, inbox_id, send, conversation, server, acme } = await mailStory()
  const { conversation_id } = await stored(
    send(written('From: Dana Diaz <Dana@shop.test>\nSubject: Broken door', 'It squeaks.\n\n-- \nDana')),
  )
  await Promise.all([ada.hearOut(), grace.hearOut()])

  expect(ada.heard).toMatchObject([{ body: 'It squeaks.', source: 'email', conversation_id }])
  expect(grace.heard).toEqual([])
  expect(await conversation(conversation_id)).toMatchObject({
    source: 'email',
    subject: 'Broken door',
    inbox_id,
    status: 'open',
    read: false,
    customer: { name: 'Dana Diaz', email: 'dana@shop.test' },
  })
  expect(await incomingMails(server, acme.id)).toMatchObject([
    { thread_reason: 'new', verdict: 'pass', kind: 'person', conversation_id, from_email: 'Dana@shop.test' },
  ])
})

test('an answer goes to the conversation of the mail that it names, if its sender belongs there', async () => {
  const { send, server, acme } = await mailStory()
  const first = newId()
  const opened = await stored(send(mail(`From: dana@shop.test\nCc: eve@shop.test\nMessage-ID: ${first}`, plain('One'))))
  const answer = (from: string) => stored(send(written(`From: ${from}\nIn-Reply-To: ${first}`, `By ${from}`)))

  expect((await answer('DANA@shop.test')).conversation_id).toBe(opened.conversation_id)
  expect((await answer('eve@shop.test')).conversation_id).toBe(opened.conversation_id)
  expect((await answer('mallory@evil.test')).conversation_id).not.toBe(opened.conversation_id)
  const mails = await incomingMails(server, acme.id)
  expect(mails.map(({ thread_reason }) => thread_reason)).toEqual([
    'new',
    'references',
    'references',
    'new_unknown_sender',
  ])
})

test('the subject alone never decides', async () => {
  const { send } = await mailStory()
  const one = await stored(send(written('From: dana@shop.test\nSubject: Order 7', 'One')))
  const two = await stored(send(written('From: dana@shop.test\nSubject: Re: Order 7', 'Two')))
  expect(two.conversation_id).not.toBe(one.conversation_id)
})

function replyAddress({ platform }: TestServer, conversation_id: string) {
  const config = { ...platform.config, mail_in_domain: 'chat.acme.test' }
  return replyAddressOf({ ...platform, config }, conversation_id) ?? ''
}

test('a reply address continues a chat, and only with its own mac', async () => {
  const { server, ada, carla, acme } = await mailStory()
  const { conversation_id } = carla
  const address = replyAddress(server, conversation_id)
  expect(address.split('@')[0]?.length).toBeLessThanOrEqual(64)

  const sent = await stored(deliver(server, address, written('From: carla@example.com', 'By mail')))
  await Promise.all([ada.hearOut(), carla.hearOut()])
  expect(sent.conversation_id).toBe(conversation_id)
  expect(carla.heard).toMatchObject([{ body: 'By mail', source: 'email' }])
  expect(await incomingMails(server, acme.id)).toMatchObject([{ thread_reason: 'reply_address' }])

  const other = await stored(deliver(server, address.toUpperCase(), written('From: friend@example.com', 'Her friend')))
  expect(other.conversation_id).toBe(conversation_id)
  const refused = { state: 'refused', reason: 'no_recipient' }
  const wrong = address.replace(/\.[0-9a-f]{20}@/, `.${'0'.repeat(20)}@`)
  expect(await deliver(server, wrong, written('From: carla@example.com', 'Wrong mac'))).toEqual(refused)
  const foreign = address.replace(conversation_id, randomUUID())
  expect(await deliver(server, foreign, written('From: carla@example.com', 'Other conversation'))).toEqual(refused)
})

test('a reply address without a mac works for the customer of the conversation only', async () => {
  const { server, carla } = await mailStory()
  const plainAddress = `reply+${carla.conversation_id}@chat.acme.test`
  const own = await stored(deliver(server, plainAddress, written('From: carla@example.com', 'Mine')))
  expect(own.conversation_id).toBe(carla.conversation_id)
  expect(await deliver(server, plainAddress, written('From: mallory@evil.test', 'Hers'))).toEqual({
    state: 'refused',
    reason: 'no_recipient',
  })
})

test('only a verified mail is taken for a user', async () => {
  const { ada, send } = await mailStory()
  const first = newId()
  const { conversation_id } = await stored(send(mail(`From: dana@shop.test\nMessage-ID: ${first}`, plain('Help'))))
  const verified = await stored(send(written(`From: ${ada.email}\nIn-Reply-To: ${first}`, 'Really Ada')))
  expect(verified.conversation_id).toBe(conversation_id)
  const forged = await stored(
    send(written(`From: ${ada.email}\nIn-Reply-To: ${first}`, 'Not Ada'), { verdict: 'fail' }),
  )
  await ada.hearOut()
  const [, byAda, byMallory] = ada.heard
  expect(byAda).toMatchObject({ body: 'Really Ada', user: { id: ada.id } })
  expect(byMallory).toMatchObject({
    body: 'Not Ada',
    metadata: { ses_verdict: 'fail' },
    customer: { email: ada.email },
  })
  expect(byMallory?.user).toBeFalsy()
  expect(forged.message_id).toBe(byMallory?.id)
})

test('the message has the headers of its mail for API clients, and visitors get none of them', async () => {
  const { server, ada, carla, send } = await mailStory()
  const lines = ['From: Dana Field <dana@shop.test>', 'To: Help <help@acme.test>', 'Cc: eve@shop.test', 'Subject: Lamp']
  const ids = [
    'Message-ID: <two@shop.test>',
    'In-Reply-To: <one@shop.test>',
    'References: <zero@shop.test> <one@shop.test>',
  ]
  const content = 'Content-Type: text/html\n\n<p>It is <b>dark</b></p>'
  const { message_id } = await stored(
    send(mail([...lines, ...ids].join('\n'), content), { source: 'ses', provider_id: 'ses-1' }),
  )
  const { metadata } = await ada.data('GET', `/api/messages/${message_id}`)
  expect(metadata).toMatchObject({
    ses_id: 'ses-1',
    ses_message_id: '<two@shop.test>',
    ses_subject: 'Lamp',
    ses_from: 'Dana Field <dana@shop.test>',
    ses_to: ['Help <help@acme.test>'],
    ses_cc: ['eve@shop.test'],
    ses_bcc: [],
    ses_in_reply_to: '<one@shop.test>',
    ses_references: '<zero@shop.test> <one@shop.test>',
    ses_html: expect.stringContaining('<b>dark</b>') as string,
  })

  const address = replyAddress(server, carla.conversation_id)
  await stored(deliver(server, address, written(`From: ${ada.email}`, 'From my phone')))
  await carla.hearOut()
  expect(carla.heard.at(-1)).toMatchObject({ body: 'From my phone', user: { id: ada.id }, metadata: {} })
  expect(JSON.stringify(carla.heard)).not.toContain(ada.email)
})

test('a mail is taken once, over every way and at the same time', async () => {
  const { ada, send } = await mailStory()
  const raw = written('From: dana@shop.test', 'Once')
  const moved = Buffer.concat([Buffer.from('Received: from elsewhere\r\n'), raw])
  const outcomes = await Promise.all([send(raw), send(raw), send(moved, { source: 'imap' }), send(raw)])
  expect(outcomes.map(({ state }) => state).sort()).toEqual(['message', 'repeated', 'repeated', 'repeated'])
  expect(await send(moved)).toEqual({ state: 'repeated' })
  await ada.hearOut()
  expect(ada.heard).toHaveLength(1)
})

test('takes two mails of a client that repeats its Message-ID, and one provider id once', async () => {
  const { send } = await mailStory()
  const id = newId()
  const same = (text: string) => mail(`From: dana@shop.test\nMessage-ID: ${id}`, plain(text))
  await stored(send(same('One'), { provider_id: 'p1' }))
  await stored(send(same('Two'), { provider_id: 'p2' }))
  expect(await send(written('From: dana@shop.test', 'Three'), { provider_id: 'p2' })).toEqual({ state: 'repeated' })
})

test('two first mails of a person make one customer', async () => {
  const { send, conversation } = await mailStory()
  const [one, two] = await Promise.all(['One', 'Two'].map((text) => stored(send(written('From: new@shop.test', text)))))
  const [first, second] = await Promise.all([one, two].map((sent) => conversation(sent?.conversation_id ?? '')))
  expect(first.customer.id).toBe(second.customer.id)
})

test('automatic replies and reports change no conversation', async () => {
  const { ada, carla, send, server, acme } = await mailStory()
  const out = newId()
  const row = {
    account_id: acme.id,
    conversation_id: carla.conversation_id,
    kind: 'reply' as const,
    message_ids: '[]' as never,
    rfc_message_id: out,
    people: JSON.stringify(['gone@example.test']) as never,
    subject: 'Hi',
  }
  const { db } = databaseOf(server.platform)
  await db.insertInto('outgoing_mails').values(row).execute()
  const away = written(`From: gone@example.test\nAuto-Submitted: auto-replied\nIn-Reply-To: ${out}`, 'Away')
  expect(await send(away)).toEqual({ state: 'ignored', reason: 'auto-reply' })
  const report = (email: string) =>
    written(
      `From: mailer-daemon@example.test\nX-Failed-Recipients: ${email}\nIn-Reply-To: ${out}`,
      `Could not deliver to ${email}`,
    )
  expect(await send(report('gone@example.test'))).toEqual({ state: 'ignored', reason: 'bounce' })
  expect(await send(report('boss@acme.test'))).toEqual({ state: 'ignored', reason: 'bounce' })
  await ada.hearOut()

  expect(ada.heard).toEqual([])
  const account = server.platform.account(acme.id)
  expect(await isSuppressed(account, server.platform, 'Gone@example.test')).toBe(true)
  expect(await isSuppressed(account, server.platform, 'boss@acme.test')).toBe(false)
  const mails = db.selectFrom('outgoing_mails').select('state').where('account_id', '=', acme.id)
  expect(await mails.execute()).toEqual([{ state: 'bounced' }])
  expect(await incomingMails(server, acme.id)).toMatchObject(
    Array.from({ length: 3 }, () => ({ conversation_id: carla.conversation_id, message_id: null })),
  )
})

test('a mail about automatic replies is a message', async () => {
  const { ada, send, server, acme } = await mailStory()
  const subjects = ['Automatic reply is not working', 'Abwesenheitsnotiz einrichten', '自動返信の設定方法']
  for (const subject of subjects) {
    const encoded = `=?UTF-8?B?${Buffer.from(subject).toString('base64')}?=`
    await stored(send(written(`From: dana@shop.test\nSubject: ${encoded}`, subject)))
  }
  await ada.hearOut()
  expect(ada.heard.map(({ body }) => body)).toEqual(subjects)
  const mails = await incomingMails(server, acme.id)
  expect(mails.map(({ kind }) => kind)).toEqual(['notification', 'notification', 'notification'])
})

test('keeps the raw mail and its attachments', async () => {
  const { ada, send, server, acme } = await mailStory()
  const raw = mail(
    `From: dana@shop.test\nMessage-ID: ${newId()}`,
    multipart('mixed', [plain('See file.'), file('application/pdf', 'bill.pdf', '%PDF-1.7')]),
  )
  await stored(send(raw))
  await ada.hearOut()
  expect(ada.heard[0]?.attachments).toMatchObject([{ filename: 'bill.pdf' }])
  const [kept] = await incomingMails(server, acme.id)
  const files = databaseOf(server.platform)
    .db.selectFrom('files')
    .selectAll()
    .where('id', '=', kept?.raw_file_id ?? '')
  const original = await files.executeTakeFirstOrThrow()
  expect(original).toMatchObject({ content_type: 'message/rfc822', size: raw.length, unattached_since: null })
  const bytes = await server.platform.files.get(original.unique_filename ?? '')
  expect(Buffer.concat(await (bytes?.stream.toArray() ?? []))).toEqual(raw)
})

test('forgets ignored mails after a month, and their raw mail with them', async () => {
  const { send, server, acme } = await mailStory()
  await send(written('From: dana@shop.test\nAuto-Submitted: auto-replied', 'Away'))
  await stored(send(written('From: dana@shop.test', 'Hello')))
  const { db, pool } = databaseOf(server.platform)
  await pool.query(`update incoming_mails set created_at = now() - interval '31 days' where account_id = $1`, [acme.id])
  await forgetIgnoredMails(server.platform)
  expect(await incomingMails(server, acme.id)).toMatchObject([{ kind: 'person' }])
  const unused = db.selectFrom('files').select('filename').where('account_id', '=', acme.id)
  expect(await unused.where('unattached_since', 'is not', null).execute()).toEqual([{ filename: 'mail.eml' }])
})

test('refuses unknown recipients and our own mail, and stores nothing', async () => {
  const { email, send, server, acme } = await mailStory()
  const raw = written('From: dana@shop.test', 'Hello?')
  expect(await deliver(server, 'nobody@chat.acme.test', raw)).toEqual({ state: 'refused', reason: 'no_recipient' })
  const circle = { state: 'refused', reason: 'own_address' }
  expect(await send(written(`From: ${email}`, 'In a circle'))).toEqual(circle)
  expect(await send(written(`From: ${server.platform.config.mail_from}`, 'In a circle'))).toEqual(circle)
  expect(await incomingMails(server, acme.id)).toEqual([])
})

test('finds the recipient in the headers if there is no envelope', async () => {
  const { email, server } = await mailStory()
  const forwarded = (header: string) =>
    deliver(server, '', written(`From: dana@shop.test\nTo: help@acme.test\n${header}`, header), {
      envelope: { to: [] },
    })
  await stored(forwarded(`X-Forwarded-To: ${email}`))
  await stored(forwarded(`Delivered-To: ${email.toUpperCase()}`))
  await stored(forwarded(`Received: from a by b for <${email}>; Mon, 4 Mar 2024 10:15:00 +0100`))
  expect(await forwarded('X-Other: 1')).toEqual({ state: 'refused', reason: 'no_recipient' })
})

test('takes every mail of the corpus', async () => {
  const { email, send } = await mailStory()
  for (const { name, raw, envelope } of corpus) {
    const unique = Buffer.concat([Buffer.from(raw.length > 0 ? `X-Test: ${randomUUID()}\r\n` : ''), raw])
    const from = envelope ? { envelope: { ...envelope, to: [email] } } : {}
    const { state } = await send(unique, from).catch((error: unknown) => {
      throw new Error(`${name}: ${String(error)}`)
    })
    expect([name, state]).toEqual([name, expect.stringMatching(/^(?:message|ignored|repeated)$/)])
  }
})
