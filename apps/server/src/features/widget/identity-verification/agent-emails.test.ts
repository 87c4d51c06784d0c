import { expect, test } from 'vitest'
import { story } from '../../../../test/story.js'

test('no public answer or topic reveals an agent’s email', async () => {
  const { ada, ben, acme, carla, hearOut } = await story()
  await carla.says('Hello?')
  await ada.answers('Hi, this is Ada')
  await ben.answers('And Ben')
  await ada.sends({
    conversation_id: carla.conversation_id,
    body: '@Ben knows',
    // As older clients send them.
    metadata: {
      mentions: [
        {
          id: ben.id,
          display_name: 'Ben',
          full_name: null,
          email: ben.email,
          role: 'admin',
          profile: { email: ben.email },
        },
        { id: ben.email, full_name: 'Ben B.' },
        ben.email,
        null,
        { email: ben.email },
      ],
      order: 7,
    },
  })
  const { customer_id, conversation_id } = carla
  const share = (await ada.post(`/api/conversations/${conversation_id}/share`)).body.data
  const received: unknown[] = []
  const pushed: string[] = []
  const room = await carla.join(`room:${acme.id}`)
  room.on('presence_state', (state) => pushed.push(JSON.stringify(state)))
  const lobby = await carla.join(`conversation:lobby:${customer_id}`)
  lobby.on('conversation:created', (created) => pushed.push(JSON.stringify(created)))
  const viewing = await ada.join(`viewing:${conversation_id}`)
  await viewing.push('typing', {})
  await hearOut()

  const scope = `account_id=${acme.id}`
  const named = { account_id: acme.id, customer_id }
  for (const path of [
    `/api/widget_settings?${scope}`,
    `/api/customers/identify?${scope}&external_id=x`,
    `/api/customers/${customer_id}/exists?${scope}`,
    `/api/conversations/customer?${scope}&customer_id=${customer_id}`,
    `/api/customers/${customer_id}/conversations?${scope}`,
    `/api/customers/${customer_id}/conversations/${conversation_id}?${scope}`,
    `/api/conversations/shared?conversation_id=${conversation_id}&token=${share.token}`,
    `/chat/${acme.id}`,
    `/widget?token=${acme.id}`,
  ]) {
    const answer = await carla.get(path, { accept: 'text/html, */*' })
    expect(answer.status, path).toBe(200)
    received.push(answer.body)
  }
  received.push(await carla.data('POST', '/api/customers', { customer: { account_id: acme.id } }))
  received.push(await carla.data('POST', '/api/conversations', { conversation: named }))
  received.push(await carla.data('PUT', `/api/customers/${customer_id}/metadata`, { metadata: { os: 'Linux' } }))
  received.push(
    await carla.data('PUT', '/api/widget_settings/metadata', { account_id: acme.id, metadata: { host: 'a.b' } }),
  )
  await hearOut()

  expect(carla.heard.map(({ body }) => body)).toEqual(['Hello?', 'Hi, this is Ada', 'And Ben', '@Ben knows'])
  const metadata = { mentions: [{ id: ben.id, display_name: 'Ben' }, { full_name: 'Ben B.' }], order: 7 }
  expect(carla.heard.at(-1)?.metadata).toEqual(metadata)
  const all = JSON.stringify([received, carla.heard, pushed])
  expect(all).toContain('Hi, this is Ada')
  for (const { email } of [ada, ben]) expect(all).not.toContain(email)
})
