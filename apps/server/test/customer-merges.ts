import { story, Visitor, type Agent } from './story.js'

export const merge = (agent: Agent, id: string, customer_id: string) =>
  agent.post(`/api/customers/${id}/merge`, { customer_id })
export const undo = (agent: Agent, id: string) => agent.post(`/api/customer_merges/${id}/undo`)

/** Carla wrote from two devices, so she is two customers. */
export async function carlaTwice(first: object = {}, second: object = {}) {
  const tale = await story()
  const { ada, carla, acme, server } = tale
  await ada.data('PUT', `/api/customers/${carla.customer_id}`, { customer: { name: 'Carla', ...first } })
  const phone = await new Visitor(server.url).arrives(acme.id, { name: 'C. Moreira', phone: '+351 912', ...second })
  await phone.opensChat()
  const profile = (who: Visitor) => ada.data('GET', `/api/customers/${who.customer_id}`)
  const bodiesIn = async (id: string) =>
    (await ada.data('GET', `/api/conversations/${id}/messages`)).map(({ body }: { body: string }) => body)
  return { ...tale, phone, profile, bodiesIn }
}
