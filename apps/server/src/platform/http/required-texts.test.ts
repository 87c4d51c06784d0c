import { expect, test } from 'vitest'
import { story } from '../../../test/story.js'

/** Each record with its required texts. */
const RECORDS = [
  { path: 'tags', key: 'tag', draft: { name: 'VIP' }, texts: ['name'] },
  { path: 'companies', key: 'company', draft: { name: 'Carla & Co' }, texts: ['name'] },
  { path: 'inboxes', key: 'inbox', draft: { name: 'Sales' }, texts: ['name'] },
  {
    path: 'canned_responses',
    key: 'canned_response',
    draft: { name: 'hi', content: 'Hello!' },
    texts: ['name', 'content'],
  },
  { path: 'issues', key: 'issue', draft: { title: 'It is slow' }, texts: ['title'] },
  { path: 'notes', key: 'note', draft: { body: 'Likes long answers' }, texts: ['body'] },
]

test.each(RECORDS)('rejects emptying a required text of $path', async ({ path, key, draft, texts }) => {
  const { ada, carla } = await story()
  const { id } = await ada.data('POST', `/api/${path}`, {
    [key]: { ...draft, ...(key === 'note' && { customer_id: carla.customer_id }) },
  })

  for (const text of texts) {
    for (const value of ['', '   ', null]) {
      const { status, body } = await ada.put(`/api/${path}/${id}`, { [key]: { [text]: value } })
      expect([text, value, status, body.error?.errors]).toEqual([text, value, 422, { [text]: ["can't be blank"] }])
    }
  }

  expect(await ada.data('GET', `/api/${path}/${id}`)).toMatchObject(draft)
})

test.each(RECORDS)('keeps the texts of $path that are not sent', async ({ path, key, draft }) => {
  const { ada, carla } = await story()
  const { id } = await ada.data('POST', `/api/${path}`, {
    [key]: { ...draft, ...(key === 'note' && { customer_id: carla.customer_id }) },
  })
  expect(await ada.data('PUT', `/api/${path}/${id}`, { [key]: {} })).toMatchObject(draft)
})
