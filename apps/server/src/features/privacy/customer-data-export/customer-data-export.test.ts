import { expect, test } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { story } from '../../../../test/story.js'

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
