import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { reactionsDone } from '../../../../test/mail.js'
import { alternative, file, html, mail, multipart } from '../../../../test/mails/build.js'
import { deliver, newForwardingAddress } from '../../../../test/mails/deliver.js'
import { story } from '../../../../test/story.js'

async function mailedStory() {
  const cast = await story()
  const { email } = await newForwardingAddress(cast.server, cast.acme.id)
  const raw = mail(
    `From: Dana <dana-${randomUUID()}@shop.test>\nCc: Eve <eve@shop.test>\nMessage-ID: <${randomUUID()}@shop.test>`,
    alternative(
      'Broken.\n\nOn 4 Mar 2024, at 10:15, Ada wrote:\n> Hi\n',
      '<p>Broken.</p><blockquote>Hi</blockquote><script>alert(1)</script>',
    ),
  )
  const taken = await deliver(cast.server, email, raw, { verdict: 'fail' })
  if (taken.state !== 'message') throw new Error('the mail was not taken')
  return { ...cast, ...taken, raw }
}

test('the team reads the mail behind a message: people, folded parts, verdict and why it is here', async () => {
  const { ben, message_id } = await mailedStory()
  const { incoming, outgoing } = await ben.data('GET', `/api/messages/${message_id}/email`)
  expect(outgoing).toEqual([])
  expect(incoming).toMatchObject({
    from: { name: 'Dana' },
    to: [{ name: 'Acme Help', email: 'help@acme.test' }],
    cc: [{ name: 'Eve', email: 'eve@shop.test' }],
    date: '2024-03-04T10:20:05Z',
    verdict: 'fail',
    thread_reason: 'new',
  })
  expect(incoming.parts.map(({ kind }: { kind: string }) => kind)).toEqual(['text', 'quote', 'text'])
  expect(incoming.html).toContain('<blockquote data-folded="quote">')
  expect(incoming.html).not.toContain('script')
})

test('shows the original as a download, and nothing to other companies', async () => {
  const { ada, grace, message_id, raw, server } = await mailedStory()
  const path = `/api/messages/${message_id}/email`
  const headers = { authorization: ada.token ?? '' }
  const original = await fetch(`${server.url}${path}/original`, { headers })
  expect(original.headers.get('content-disposition')).toMatch(/^attachment/)
  expect(Buffer.from(await original.arrayBuffer())).toEqual(raw)
  for (const hidden of [path, `${path}/original`]) expect((await grace.get(hidden)).status).toBe(404)
})

test('a failed mail can be sent again', async () => {
  const { ada, grace, conversation_id, server } = await mailedStory()
  const { id } = await ada.sends({ conversation_id, body: 'We mend it.' })
  await reactionsDone(server)
  const read = async () => (await ada.data('GET', `/api/messages/${id}/email`)).outgoing
  const [sent] = await read()
  expect(sent).toMatchObject({ state: 'sent', subject: 'Re: Your order' })
  const retry = `/api/outgoing_mails/${sent.id}/retry`
  expect((await ada.post(retry, {})).status).toBe(409)
  const { db } = databaseOf(server.platform)
  await db.updateTable('outgoing_mails').set({ state: 'failed', failure: '550 No' }).where('id', '=', sent.id).execute()
  expect(await read()).toMatchObject([{ state: 'failed', failure: '550 No' }])
  expect((await grace.post(retry, {})).status).toBe(404)
  expect(await ada.data('POST', retry, {})).toMatchObject({ state: 'queued', failure: null })
  await reactionsDone(server)
  expect(await read()).toMatchObject([{ state: 'sent', failure: null }])
})

test('a page of the thread has the new text with its pictures, without reading raw mails', async () => {
  const { ada, acme, server } = await story()
  const { email } = await newForwardingAddress(server, acme.id)
  const picture = file('image/png', 'cat.png', 'no real picture', 'inline', 'Content-ID: <cat@shop>\n')
  const text = html('<p>A <b>cat</b> <img src="cid:cat@shop"></p><blockquote type="cite">Hi</blockquote>')
  const first = `From: Dana <dana-${randomUUID()}@shop.test>\nMessage-ID: <${randomUUID()}@shop.test>`
  const to = `To: team@acme.test, reply+${randomUUID()}@chat.acme.test`
  const taken = await deliver(server, email, mail(`${first}\n${to}`, multipart('related', [text, picture])))
  if (taken.state !== 'message') throw new Error('the mail was not taken')
  const path = `/api/conversations/${taken.conversation_id}/emails`
  const [shown] = await ada.data('GET', `${path}?after=0`)
  const { attachments } = await ada.data('GET', `/api/messages/${taken.message_id}`)
  expect(shown).toMatchObject({ message_id: taken.message_id, seq: 1, outgoing: [] })
  expect(shown.incoming).toMatchObject({ from: { name: 'Dana' }, has_more: true, thread_reason: 'new' })
  expect(shown.incoming.to).toEqual([{ name: null, email: 'team@acme.test' }])
  expect(shown.incoming.html).toContain('<b>cat</b>')
  expect(shown.incoming.html).not.toContain('Hi')
  expect(shown.incoming.pictures).toEqual([{ cid: 'cat@shop', file_id: attachments[0].id }])
  expect(await ada.data('GET', `${path}?after=1`)).toEqual([])
})
