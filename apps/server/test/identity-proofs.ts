import { createHmac, randomUUID } from 'node:crypto'
import type { Client } from './client.js'
import { Visitor, type Story } from './story.js'

export const hash = (key: string, external_id: string) => createHmac('sha256', key).update(external_id).digest('hex')

export const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
export function token(key: string, claims: object, head: object = { alg: 'HS256', typ: 'JWT' }) {
  const signed = `${part(head)}.${part(claims)}`
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`
}
export const now = () => Math.floor(Date.now() / 1_000)
export const query = (params: object) => new URLSearchParams(params as Record<string, string>).toString()

const keysOf = async (admin: Client) => {
  const { key, token_key } = await admin.data('GET', '/api/identity_verification')
  return { key: String(key), token_key: String(token_key) }
}
export const keyOf = async (admin: Client) => (await keysOf(admin)).key
export const demandProof = (admin: Client, required = true) =>
  admin.data('PUT', '/api/identity_verification', { identity_verification: { required } })

/** Carla with an external id, and a message from each side. */
export async function knownCarla(story: Story) {
  const { acme, server, ada } = story
  const external_id = `user ${randomUUID()} é`
  const email = `carla-${randomUUID()}@example.com`
  const carla = await new Visitor(server.url).arrives(acme.id, { name: 'Carla', email, external_id })
  await carla.opensChat()
  await carla.says('My account number is 4711')
  await ada.replies(carla.conversation_id, 'I see your account')
  return { carla, external_id, email, ...(await keysOf(ada)) }
}
