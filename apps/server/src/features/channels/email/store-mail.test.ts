import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { file, mail, multipart, plain } from '../../../../test/mails/build.js'
import { deliver, incomingMails, newForwardingAddress } from '../../../../test/mails/deliver.js'
import { story } from '../../../../test/story.js'

/** Dana wrote to Acme, and can answer her own mail with a file. */
async function answeringStory() {
  const cast = await story()
  const { server, acme } = cast
  const { email } = await newForwardingAddress(server, acme.id)
  const first = `<${randomUUID()}@shop.test>`
  const opened = await deliver(server, email, mail(`From: dana@shop.test\nMessage-ID: ${first}`, plain('One')))
  if (opened.state !== 'message') throw new Error(`the mail is ${opened.state}`)
  const answer = mail(
    `From: dana@shop.test\nIn-Reply-To: ${first}\nMessage-ID: <${randomUUID()}@shop.test>`,
    multipart('mixed', [plain('Two'), file('application/pdf', 'bill.pdf', '%PDF-1.7')]),
  )
  const files = async () => {
    const rows = databaseOf(server.platform).db.selectFrom('files').selectAll().where('account_id', '=', acme.id)
    return rows.where('filename', '=', 'bill.pdf').execute()
  }
  return { ...cast, opened, files, send: () => deliver(server, email, answer) }
}

test('the files of an answer belong to the customer who sent them, and are attached', async () => {
  const { ada, server, acme, opened, files, send } = await answeringStory()
  const answered = await send()
  expect(answered).toMatchObject({ state: 'message', conversation_id: opened.conversation_id })
  await ada.hearOut()
  const [stored] = await files()
  expect(ada.heard.at(-1)).toMatchObject({ body: 'Two', attachments: [{ id: stored?.id, filename: 'bill.pdf' }] })
  const conversation = await ada.data('GET', `/api/conversations/${opened.conversation_id}`)
  expect(stored).toMatchObject({ customer_id: conversation.customer_id, user_id: null, unattached_since: null })
  const mails = await incomingMails(server, acme.id)
  expect(mails.map(({ thread_reason }) => thread_reason)).toEqual(['new', 'references'])
})

test('an answer to a deleted conversation restores it, and is stored once', async () => {
  const { ada, server, acme, opened, files, send } = await answeringStory()
  await ada.data('POST', `/api/conversations/${opened.conversation_id}/archive`)
  const outcomes = await Promise.all([send(), send()])
  expect(outcomes.map(({ state }) => state).toSorted()).toEqual(['message', 'repeated'])
  expect(await send()).toEqual({ state: 'repeated' })
  const messages = await ada.data('GET', `/api/conversations/${opened.conversation_id}/messages`)
  expect(messages).toMatchObject([
    { body: 'One' },
    { type: 'bot', private: true },
    { body: 'Two', attachments: [{ filename: 'bill.pdf' }] },
  ])
  expect(await incomingMails(server, acme.id)).toHaveLength(2)
  expect(await files()).toHaveLength(1)
})
