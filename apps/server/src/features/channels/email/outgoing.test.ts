import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { expectErrors } from '../../../../test/logged-errors.js'
import { jobsDone, reactionsDone } from '../../../../test/mail.js'
import { mail, plain } from '../../../../test/mails/build.js'
import { deliver, newForwardingAddress } from '../../../../test/mails/deliver.js'
import { startMailStory } from '../../../../test/mails/mail-story.js'
import { uploaded } from '../../../../test/upload.js'
import { mailOverdueAnswers } from './mail-unseen.js'
import { suppress } from './suppressed-emails.js'

let world: Awaited<ReturnType<typeof startMailStory>>
beforeAll(async () => {
  world = await startMailStory()
})
afterAll(() => world.stop())

/** As if 20 minutes had passed. */
async function wait20Minutes(conversation_id: string) {
  await reactionsDone(world.server)
  const { pool } = databaseOf(world.server.platform)
  await pool.query('update unseen_answers set mail_at = now() - make_interval(secs => 1) where conversation_id = $1', [
    conversation_id,
  ])
  await mailOverdueAnswers(world.server.platform)
  await jobsDone(world.server)
}

test('mails the answers that a visitor has not seen, all in one mail, and takes the answer', async () => {
  const { carla, email, says } = await world.chat()
  await carla.says('Where is my parcel?')
  await says('Let me look.')
  await says('It arrives **today**.')
  await says('She sounds angry', { type: 'note', private: true })
  await wait20Minutes(carla.conversation_id)

  const mails = await world.outside.mailsTo(email)
  expect(mails).toHaveLength(1)
  const [notice] = mails
  expect(notice).toMatchObject({ subject: 'New message from Acme', from: { name: 'Ada', address: 'help@acme.test' } })
  expect(notice?.text).toMatch(/Where is my parcel\?[\s\S]*Let me look\.[\s\S]*It arrives \*\*today\*\*\./)
  expect(notice?.text).toMatch(/^You: Where is my parcel\?$/m)
  expect(notice?.html).toMatch(/<strong dir="auto">Ada<\/strong>[\s\S]*It arrives <b>today<\/b>\./)
  expect(notice?.text).toContain('https://shop.test/cart')
  expect(notice?.text).not.toContain('angry')
  expect(notice?.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))

  const reply_to = notice?.replyTo?.[0]?.address ?? ''
  expect(reply_to).toContain(`reply+${carla.conversation_id}.`)
  expect(world.outside.caught.findLast(({ to }) => to.includes(email))?.from).toBe(reply_to)
  const answer = mail(
    `From: ${email}\nMessage-ID: <answer-${email}>`,
    plain('Thanks!\n\nOn 4 Mar 2024, at 10:15, Ada wrote:\n> It arrives'),
  )
  expect(await deliver(world.server, reply_to, answer)).toMatchObject({
    state: 'message',
    conversation_id: carla.conversation_id,
  })
  await carla.hearOut()
  expect(carla.heard.at(-1)).toMatchObject({ body: 'Thanks!', source: 'email' })
})

test('mails an unseen answer whole, with links to its files, and never the email of the agent', async () => {
  const { ada, carla, email, says } = await world.chat()
  await ada.data('PUT', '/api/profile', { user_profile: { display_name: null, full_name: null } })
  const bill = await uploaded(ada, { account_id: ada.account_id })
  const long = `${'A long answer. '.repeat(80)}The end <b>of it</b>.`
  await says(long, { file_ids: [bill.id] })
  await wait20Minutes(carla.conversation_id)

  const [notice] = await world.outside.mailsTo(email)
  expect(notice?.text).toContain(`Acme Team: ${long}\n${bill.filename}: ${bill.file_url}`)
  expect(notice?.html).toContain('The end &#60;b&#62;of it&#60;/b&#62;.')
  expect(notice?.html).toContain(`href="${bill.file_url}"`)
  expect(notice?.html).not.toContain(ada.email)
  expect(notice?.text).not.toContain(ada.email)
})

test('mails nothing that the visitor saw, answered, cannot get or that was switched off', async () => {
  const seen = await world.chat()
  await seen.says('Hello')
  await seen.carla.push('messages:seen', {})
  await wait20Minutes(seen.carla.conversation_id)

  const answered = await world.chat()
  await answered.says('Hello')
  await answered.carla.says('Hi!')
  await wait20Minutes(answered.carla.conversation_id)

  const noEmail = await world.chat({ email: 'not an email' })
  await noEmail.says('Hello')
  await wait20Minutes(noEmail.carla.conversation_id)

  const off = await world.chat()
  await off.ada.data('PUT', '/api/accounts/me', { account: { settings: { disable_automated_reply_emails: true } } })
  await off.says('Hello')
  await wait20Minutes(off.carla.conversation_id)

  const bounced = await world.chat()
  await suppress(world.server.platform.account(bounced.account_id), world.server.platform, bounced.email, 'bounce')
  await bounced.says('Hello')
  await wait20Minutes(bounced.carla.conversation_id)

  const cast = [seen, answered, noEmail, off, bounced]
  expect(await Promise.all(cast.map(({ email }) => world.outside.mailsTo(email)))).toEqual(cast.map(() => []))
})

test('an answer in a conversation by mail is mailed in the same thread', async () => {
  const { ada, conversation_id, email, first, answers, states } = await world.mailConversation()
  await answers('It is **fixed**.')
  await answers('Only for us', { type: 'note', private: true })
  await reactionsDone(world.server)
  await answers('Anything else?')
  await reactionsDone(world.server)

  const [one, two, ...more] = await world.outside.mailsTo(email)
  expect(more).toEqual([])
  expect(one).toMatchObject({ subject: 'Re: Order 7', inReplyTo: first, references: first })
  expect(one?.text?.trim()).toBe('It is **fixed**.')
  expect(one?.html).toContain('<b>fixed</b>')
  expect(one?.headers.map(({ key }) => key)).not.toContain('auto-submitted')
  expect(two).toMatchObject({ inReplyTo: one?.messageId, references: `${first} ${one?.messageId}` })
  expect(await states()).toMatchObject([{ state: 'sent' }, { state: 'sent' }])
  const { messages } = await ada.data('GET', `/api/conversations/${conversation_id}`)
  expect(messages.at(-1).metadata).toEqual({
    ses_message_id: two?.messageId,
    ses_subject: 'Re: Order 7',
    ses_from: email,
    ses_in_reply_to: one?.messageId,
    ses_references: `${first} ${one?.messageId}`,
  })
})

test('a conversation that an agent starts by email is mailed, and its answer comes back', async () => {
  const { ada, carla, email } = await world.chat()
  const { customer_id } = carla
  const conversation = { customer_id, source: 'email', subject: 'Your invoice', message: { body: 'Here it is.' } }
  const { id } = await ada.data('POST', '/api/conversations', { conversation })
  await reactionsDone(world.server)
  const [sent, ...more] = await world.outside.mailsTo(email)
  expect(more).toEqual([])
  expect(sent).toMatchObject({ subject: 'Your invoice' })
  const headers = `From: ${email}\nMessage-ID: <started-${email}>\nIn-Reply-To: ${sent?.messageId}`
  const { email: forwarding } = await newForwardingAddress(world.server, ada.account_id)
  const answer = await deliver(world.server, forwarding, mail(headers, plain('Thanks')))
  expect(answer).toMatchObject({ state: 'message', conversation_id: id })
})

test('keeps the order while the mail server refuses for now, and loses and doubles nothing', async () => {
  const { email, answers, states } = await world.mailConversation()
  expectErrors(/451 Not now/)
  world.refusals.set(email, { code: 451, times: 2 })
  for (const body of ['One', 'Two', 'Three']) await answers(body)
  await expect.poll(async () => (await states()).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent'])
  const mails = await world.outside.mailsTo(email)
  expect(mails.map(({ text }) => text?.trim())).toEqual(['One', 'Two', 'Three'])
})

test('shows the words of a server that refuses for good, and sends the next mail', async () => {
  const { email, answers, states } = await world.mailConversation()
  world.refusals.set(email, { code: 550, times: 1 })
  await answers('One')
  await answers('Two')
  await reactionsDone(world.server)
  const [first, second] = await states()
  expect(first).toMatchObject({ state: 'failed', failure: expect.stringContaining('Not now') as string })
  expect(second).toEqual({ state: 'sent', failure: null })
})

test('a file is attached, and one above the limit is sent as a link', async () => {
  const { email, ada, answers } = await world.mailConversation()
  const [bill, film] = [
    await uploaded(ada, { account_id: ada.account_id }),
    await uploaded(ada, { account_id: ada.account_id }),
  ]
  const { pool } = databaseOf(world.server.platform)
  await pool.query('update files set size = 10000001 where id = $1', [film.id])
  await answers('See both.', { file_ids: [bill.id, film.id] })
  await reactionsDone(world.server)
  const caught = world.outside.caught.findLast(({ to }) => to.includes(email))
  const sent = await PostalMime.parse(caught?.raw ?? '')
  expect(sent.attachments).toMatchObject([{ filename: bill.filename }])
  for (const body of [sent.text, sent.html]) {
    expect(body).toContain(film.file_url)
    expect(body).not.toContain(bill.file_url)
  }
})
