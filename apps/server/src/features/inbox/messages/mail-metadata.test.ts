import { expect, test } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { story } from '../../../../test/story.js'

const MAIL = { ses_html: '<b>Hi</b>', SES_subject: 'Bank', gmail_subject: 'Bank', ses_from: 'boss@acme.test' }

test('drops mail keys that a visitor sends', async () => {
  const { ada, carla } = await story()
  await carla.says('Hello', { metadata: { ...MAIL, page: '/cart' } })
  expect(ada.heard[0]?.metadata).toEqual({ page: '/cart' })
})

test('drops mail keys that an API caller sends, in every call', async () => {
  const { ada, carla } = await story()
  const { conversation_id, customer_id } = carla
  const metadata = { ...MAIL, order: 7 }

  await ada.sends({ conversation_id, body: 'One', source: 'email', metadata })
  await ada.data('POST', '/api/messages', { message: { conversation_id, customer_id, body: 'Two', metadata } })
  await (await ada.listen()).push('shout', { conversation_id, body: 'Three', metadata })
  const { id } = await ada.data('POST', '/api/conversations', {
    conversation: { customer_id, message: { body: 'Four', metadata } },
  })
  const sent = await ada.data('GET', `/api/conversations/${conversation_id}/messages`)
  const first = await ada.data('GET', `/api/conversations/${id}/messages`)
  expect([...sent, ...first].map((message: { metadata: object }) => message.metadata)).toEqual(
    Array.from({ length: 4 }, () => ({ order: 7 })),
  )

  const changed = await ada.data('PUT', `/api/messages/${sent[0].id}`, { message: { metadata: { ...MAIL, order: 8 } } })
  expect(changed.metadata).toEqual({ order: 8 })
})

test('an update of the metadata keeps the mail keys that the server stored', async () => {
  const { ada, carla, server } = await story()
  const { id } = await ada.answers('Hello')
  const { db } = databaseOf(server.platform)
  const stored = JSON.stringify({ ses_html: '<b>stored</b>', order: 7 }) as never
  await db.updateTable('messages').set({ metadata: stored }).where('id', '=', id).execute()

  const put = async (metadata: object | null) =>
    (await ada.data('PUT', `/api/messages/${id}`, { message: { metadata } })).metadata
  expect(await put({ ...MAIL, order: 8 })).toEqual({ ses_html: '<b>stored</b>', order: 8 })
  expect(await put(null)).toEqual({ ses_html: '<b>stored</b>' })
  expect(carla.heard).toHaveLength(1)
})
