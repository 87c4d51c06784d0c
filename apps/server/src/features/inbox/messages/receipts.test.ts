import type { Receipts } from '@papercups/contract'
import { expect, test } from 'vitest'
import { Client } from '../../../../test/client.js'
import { story, type Story } from '../../../../test/story.js'

/** Collects the receipts that a second dashboard of Ada's receives. */
async function receiptsFor({ server, ada, acme }: Story) {
  const dashboard = new Client(server.url)
  dashboard.token = ada.token
  const receipts: Receipts[] = []
  const inbox = await dashboard.join(`notification:${acme.id}`)
  inbox.on('message:updated', (receipt) => receipts.push(receipt))
  return { receipts, hearOut: () => inbox.push('ping') }
}

const messagesOf = ({ ada, carla }: Story) => ada.data('GET', `/api/conversations/${carla.conversation_id}/messages`)

test('the team sees when a message was delivered and seen', async () => {
  const tale = await story()
  const { ada, carla } = tale
  const { receipts, hearOut } = await receiptsFor(tale)
  const { seq } = await ada.answers('On its way!')
  expect(await messagesOf(tale)).toMatchObject([{ delivered_at: null, seen_at: null }])

  await carla.push('messages:delivered', { up_to: seq })
  const [arrived] = await messagesOf(tale)
  expect(arrived).toMatchObject({ delivered_at: expect.any(String), seen_at: null })

  await carla.push('messages:seen')
  const [seen] = await messagesOf(tale)
  expect(seen).toMatchObject({ delivered_at: arrived.delivered_at, seen_at: expect.any(String) })

  await hearOut()
  const { conversation_id } = carla
  expect(receipts).toEqual([
    { conversation_id, up_to: seq, delivered_at: arrived.delivered_at, seen_at: null },
    { conversation_id, up_to: seq, delivered_at: expect.any(String), seen_at: seen.seen_at },
  ])
})

test('a delivery marks the messages up to its number', async () => {
  const tale = await story()
  const { ada, carla } = tale
  for (const body of ['One', 'Two', 'Three']) await ada.answers(body)
  await carla.push('messages:delivered', { up_to: 2 })
  const times = (await messagesOf(tale)).map(
    ({ delivered_at }: { delivered_at: string | null }) => delivered_at !== null,
  )
  expect(times).toEqual([true, true, false])
  await expect(carla.push('messages:delivered', { up_to: 'all' })).rejects.toThrow('Unprocessable Entity')
})

test('rejoining marks waiting messages as delivered; listening alone does not', async () => {
  const tale = await story()
  const { ada, carla, server } = tale
  const { receipts, hearOut } = await receiptsFor(tale)
  carla.line.close()
  await ada.replies(carla.conversation_id, 'Are you there?')

  await new Client(server.url).join(`conversation:${carla.conversation_id}`)
  expect(await messagesOf(tale)).toMatchObject([{ delivered_at: null }])

  const widget = new Client(server.url)
  await widget.join(`conversation:${carla.conversation_id}`, { customer_id: carla.customer_id })
  expect(await messagesOf(tale)).toMatchObject([{ delivered_at: expect.any(String), seen_at: null }])
  await hearOut()
  expect(receipts).toMatchObject([{ up_to: 1, seen_at: null }])
})

test('notes and customers’ messages have no receipts, and nothing new sends nothing', async () => {
  const tale = await story()
  const { ada, carla } = tale
  await carla.says('Hello?')
  await ada.remarks('Careful, she is a reporter')
  const { receipts, hearOut } = await receiptsFor(tale)
  await carla.push('messages:seen')
  await carla.push('messages:delivered', { up_to: 99 })
  await hearOut()
  expect(receipts).toEqual([])
  expect(await messagesOf(tale)).toMatchObject([
    { delivered_at: null, seen_at: null },
    { delivered_at: null, seen_at: null },
  ])
})
