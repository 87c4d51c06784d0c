import { expect, test } from 'vitest'
import { newScript } from '../api-keys.js'
import { story } from '../story.js'
import { NodeSdk } from './node-sdk.js'

async function scene() {
  const tale = await story()
  const { key } = await newScript(tale.ada)
  return { ...tale, sdk: new NodeSdk(key.value, { host: tale.server.url }) }
}

test('a script of the original answers a customer', async () => {
  const { ada, carla, sdk, heard, hearOut } = await scene()
  await carla.says('Is anybody there?')
  expect(await sdk.me()).toMatchObject({ id: ada.id, account_id: ada.account_id, role: 'admin' })

  const [open] = await sdk.conversations.list({ status: 'open' })
  expect(open).toMatchObject({ id: carla.conversation_id, customer_id: carla.customer_id })
  const sent = await sdk.messages.create({ body: 'A bot is here', type: 'bot', conversation_id: open.id })
  expect(sent).toMatchObject({ object: 'message', user_id: ada.id, type: 'bot', account_id: ada.account_id })
  await hearOut()
  expect(heard.byCustomer).toEqual(['Is anybody there?', 'A bot is here'])
  expect(heard.byStrangers).toEqual([])

  expect(await sdk.messages.retrieve(sent.id)).toMatchObject({ body: 'A bot is here' })
  expect(await sdk.messages.update(sent.id, { body: 'A bot was here' })).toMatchObject({ body: 'A bot was here' })
  expect((await sdk.messages.list()).map(({ body }: { body: string }) => body)).toContain('A bot was here')
  expect(await sdk.messages.delete(sent.id)).toEqual({})
  await expect(sdk.messages.retrieve(sent.id)).rejects.toThrow('404')
})

test('a message of the script is from its customer, from its owner, and never from both', async () => {
  const { ada, carla, grace, server, sdk } = await scene()
  const { conversation_id, customer_id } = carla
  const theirs = await sdk.messages.create({ body: 'Imported', conversation_id, customer_id })
  expect(theirs).toMatchObject({ customer_id, user_id: null })
  const ours = await sdk.messages.create({
    body: 'Hi',
    conversation_id,
    user_id: grace.id,
    account_id: grace.account_id,
  })
  expect(ours).toMatchObject({ customer_id: null, user_id: ada.id, account_id: ada.account_id })
  await expect(sdk.messages.create({ body: 'Hi', conversation_id, customer_id, user_id: ada.id })).rejects.toThrow(
    '422',
  )

  const stranger = new NodeSdk((await newScript(grace)).key.value, { host: server.url })
  await expect(stranger.messages.create({ body: 'Hi', conversation_id })).rejects.toThrow(/404|422/)
  await expect(stranger.conversations.retrieve(conversation_id)).rejects.toThrow('404')
  expect(await stranger.conversations.list()).toEqual([])
})

test('every other resource is listed, created, shown, updated and deleted', async () => {
  const { sdk } = await scene()
  const customer = await sdk.customers.create({ name: 'Dora', email: 'dora@example.com' })
  const company = await sdk.companies.create({ name: 'Dora Ltd' })
  const made = {
    customers: [customer, { name: 'Dora B' }],
    companies: [company, { name: 'Dora & Co' }],
    tags: [await sdk.tags.create({ name: 'vip' }), { name: 'very important' }],
    issues: [await sdk.issues.create({ title: 'It is broken' }), { title: 'It is still broken' }],
    notes: [await sdk.notes.create({ body: 'Friendly', customer_id: customer.id }), { body: 'Very friendly' }],
    conversations: [await sdk.conversations.create({ customer_id: customer.id }), { priority: 'priority' }],
  } as const
  // The customer last: deleting them deletes their notes and conversations.
  for (const name of ['notes', 'conversations', 'tags', 'issues', 'companies', 'customers'] as const) {
    const [{ id }, changes] = made[name]
    expect(await sdk[name].retrieve(id)).toMatchObject({ id })
    expect(await sdk[name].update(id, changes)).toMatchObject({ id, ...changes })
    expect(await sdk[name].list()).toEqual(expect.arrayContaining([expect.objectContaining({ id })]))
    expect(await sdk[name].delete(id)).toEqual({})
    await expect(sdk[name].retrieve(id)).rejects.toThrow('404')
  }
})

test('reads the team, and reads and changes the own profile and settings', async () => {
  const { ada, ben, sdk } = await scene()
  expect(await sdk.users.list({ email: ben.email })).toMatchObject([{ id: ben.id }])
  expect(await sdk.users.retrieve(ben.id)).toMatchObject({ email: ben.email })
  expect(await sdk.profile.update({ display_name: 'Ada' }, '7')).toMatchObject({ display_name: 'Ada' })
  expect(await sdk.profile.retrieve()).toMatchObject({ id: ada.id, display_name: 'Ada' })
  const settings = await sdk.user_settings.update({ email_alert_on_new_message: true })
  expect(await sdk.user_settings.retrieve('anything')).toEqual(settings)
  expect(settings).toMatchObject({ email_alert_on_new_message: true })
})
