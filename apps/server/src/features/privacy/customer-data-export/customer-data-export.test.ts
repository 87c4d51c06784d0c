import { expect, test } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { story, Visitor } from '../../../../test/story.js'

test('exports all data of a customer as one file', async () => {
  const { ada, ben, carla, acme, server } = await story()
  const { customer_id, conversation_id } = carla
  const form = new FormData()
  form.set('account_id', acme.id)
  form.set('customer_id', customer_id)
  form.set('file', new Blob(['my screenshot']), 'screen.txt')
  const upload = await fetch(`${server.url}/api/upload`, { method: 'POST', body: form })
  const { data: file } = (await upload.json()) as { data: { id: string } }
  await carla.says('Look at this', { file_ids: [file.id] })
  await ada.answers('I see')
  await ben.remarks('She is a reporter')
  await ada.data('POST', '/api/notes', { note: { body: 'Likes long answers', customer_id } })
  const { pool } = databaseOf(server.platform)
  // More than one batch.
  await pool.query(
    `insert into messages (account_id, conversation_id, customer_id, seq, body)
     select $1, $2, $3, n, 'line ' || n from generate_series(4, 1100) n`,
    [acme.id, conversation_id, customer_id],
  )
  await carla.opensChat()

  const { status, headers, body } = await ada.get(`/api/customers/${customer_id}/export`)
  expect(status).toBe(200)
  expect(headers.get('content-disposition')).toBe(`attachment; filename="customer-${customer_id}.json"`)
  expect(body).toMatchObject({
    customer: {
      id: customer_id,
      email: 'carla@example.com',
      notes: [{ body: 'Likes long answers' }],
      tags: [],
      issues: [],
    },
    files: [{ id: file.id, filename: 'screen.txt' }],
    browser_sessions: [],
  })
  const [empty, long] = body.conversations
  expect(empty).toMatchObject({ id: carla.conversation_id, messages: [] })
  expect(long.messages.slice(0, 3)).toMatchObject([
    { body: 'Look at this', attachments: [{ id: file.id }] },
    { body: 'I see', user: { email: ada.email } },
    { body: 'She is a reporter', private: true },
  ])
  expect(long.messages.map(({ seq }: { seq: number }) => seq)).toEqual(Array.from({ length: 1100 }, (_, n) => n + 1))
})

test('exports what a customer wrote in the conversations of others, and nothing else of them', async () => {
  const { ada, carla, acme, server } = await story()
  const { conversation_id } = carla
  const dora = await new Visitor(server.url).arrives(acme.id, { name: 'Dora' })
  await carla.says('A question of Carla')
  const message = { conversation_id, customer_id: dora.customer_id, body: 'Dora knows' }
  await ada.data('POST', '/api/messages', { message })

  const theirs = (await ada.get(`/api/customers/${dora.customer_id}/export`)).body
  expect(theirs.conversations).toEqual([])
  const time = expect.stringMatching(/^\d{4}-/)
  expect(theirs.messages_in_other_conversations).toEqual([
    {
      ...{ id: expect.any(String), conversation_id, body: 'Dora knows', subject: null, attachments: [] },
      ...{ created_at: time, sent_at: time },
    },
  ])
  expect(JSON.stringify(theirs)).not.toContain('A question of Carla')
  const own = (await ada.get(`/api/customers/${carla.customer_id}/export`)).body
  expect([own.conversations[0].messages.length, own.messages_in_other_conversations]).toEqual([2, []])
})
