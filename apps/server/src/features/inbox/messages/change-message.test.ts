import type { Message } from '@papercups/contract'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { story } from '../../../../test/story.js'

test('members edit their own messages, admins any agent’s, nobody a customer’s', async () => {
  const { ada, ben, grace, carla } = await story()
  await carla.says('My words')
  const own = carla.heard[0]?.id ?? ''
  const { id: adas } = await ada.answers('From Ada')
  const { id: bens } = await ben.answers('From Ben')
  const put = (who: typeof ada, id: string, message: object) => who.put(`/api/messages/${id}`, { message })

  expect((await put(ben, bens, { body: 'From Ben, mended' })).status).toBe(200)
  expect((await put(ben, adas, { body: 'Hacked' })).status).toBe(403)
  expect((await put(ben, adas, { metadata: { hacked: true } })).status).toBe(403)
  expect((await put(ada, bens, { body: 'Mended by Ada' })).status).toBe(200)
  for (const words of [{ body: 'I agree' }, { private: true }, { type: 'note' }, { subject: 'Refund' }]) {
    const { status, body } = await put(ada, own, words)
    expect([status, body.error.message]).toEqual([403, "A customer's message cannot be changed"])
    expect((await put(ben, own, words)).status).toBe(403)
  }
  expect((await put(ada, own, { metadata: { order: 7 } })).body.data).toMatchObject({
    body: 'My words',
    metadata: { order: 7 },
    edited_at: null,
  })
  expect((await put(grace as typeof ada, bens, { body: 'Boo' })).status).toBe(404)
  expect((await put(ada, randomUUID(), { body: 'Boo' })).status).toBe(404)

  const messages: Message[] = await ada.data('GET', `/api/conversations/${carla.conversation_id}/messages`)
  expect(messages.map(({ body, edited_by }) => [body, edited_by])).toEqual([
    ['My words', null],
    ['From Ada', null],
    ['Mended by Ada', ada.id],
  ])
})

test('an edit stores who and when, and keeps earlier versions for admins', async () => {
  const { ada, ben, grace, carla, acme, server } = await story()
  const edits: Array<[string | null, number | null]> = []
  ;(await ada.listen()).on('message:edited', (message) => edits.push([message.body, message.edited_by]))
  const { id, edited_at } = await ben.answers('Frist')
  expect(edited_at).toBeNull()
  const path = `/api/messages/${id}`

  const second = await ben.data('PUT', path, { message: { body: 'First' } })
  expect(second).toMatchObject({ body: 'First', edited_by: ben.id })
  expect(Date.parse(second.edited_at)).toBeGreaterThan(Date.now() - 60_000)
  await ada.data('PUT', path, { message: { body: 'First!' } })
  expect(await ada.data('PUT', path, { message: { body: 'First!', seen_at: null } })).toMatchObject({
    edited_by: ada.id,
  })
  await ada.hearOut()
  expect(edits).toEqual([
    ['First', ben.id],
    ['First!', ada.id],
  ])

  const versions = await ada.data('GET', `${path}/versions`)
  expect(versions).toMatchObject([
    { object: 'message_version', message_id: id, body: 'First', replaced_by: ada.id, private: false },
    { body: 'Frist', replaced_by: ben.id },
  ])
  expect((await ben.get(`${path}/versions`)).status).toBe(403)
  expect((await grace.get(`${path}/versions`)).status).toBe(404)
  expect((await carla.get(`${path}/versions`)).status).toBe(401)

  const own = await carla.get(`/api/conversations/customer?customer_id=${carla.customer_id}&account_id=${acme.id}`)
  expect(own.body.data[0].messages).toMatchObject([{ body: 'First!', edited_at: null, edited_by: null }])
  expect(JSON.stringify(own.body)).not.toContain('Frist')
  const { db } = databaseOf(server.platform)
  const logged = db.selectFrom('events').select(['actor', 'payload']).where('type', '=', 'message:edited')
  expect(await logged.where('conversation_id', '=', carla.conversation_id).orderBy('id').execute()).toMatchObject([
    { actor: `user:${ben.id}`, payload: { message_id: id } },
    { actor: `user:${ada.id}`, payload: { message_id: id } },
  ])
})

test('a private message never becomes public', async () => {
  const { ada, carla, acme } = await story()
  const { id } = await ada.remarks('Careful, she is a reporter')
  const path = `/api/messages/${id}`
  const { status, body } = await ada.put(path, { message: { private: false, type: 'reply' } })
  expect([status, body.error.errors]).toEqual([422, { private: ['cannot be made public'] }])
  expect(await ada.data('PUT', path, { message: { type: 'reply', body: 'Careful' } })).toMatchObject({ private: true })

  const { id: shown } = await ada.answers('Oops')
  expect(await ada.data('PUT', `/api/messages/${shown}`, { message: { type: 'note' } })).toMatchObject({
    private: true,
  })
  const own = await carla.get(`/api/conversations/customer?customer_id=${carla.customer_id}&account_id=${acme.id}`)
  expect(own.body.data[0].messages).toEqual([])
})

test('rejects a blank edit without a version', async () => {
  const { ada } = await story()
  const { id } = await ada.answers('Words')
  const { status, body } = await ada.put(`/api/messages/${id}`, { message: { body: ' ' } })
  expect([status, body.error.errors]).toEqual([422, { body: ["can't be blank"] }])
  expect(await ada.data('GET', `/api/messages/${id}/versions`)).toEqual([])
})
