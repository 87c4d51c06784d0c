import { FakeServer } from './fake-server.js'

/** Carla has a closed conversation and an open one. */
export function carlaWrote() {
  const server = new FakeServer()
  const carla = server.customer()
  const old = server.conversation(carla, ['Old question', '[Old answer]'], 'closed')
  const current = server.conversation(carla, ['Where is it?'])
  return { server, carla, old, current }
}

/** Two open conversations. The older one is shown. */
export async function carlaHasTwo() {
  const { server, carla, current } = carlaWrote()
  const other = server.conversation(carla, ['Another thing'])
  server.storage.set(`papercups:${server.token}`, JSON.stringify({ customer_id: carla, conversation_id: current }))
  const tab = await server.openTab({ customerId: carla })
  return { server, tab, carla, current, other }
}
