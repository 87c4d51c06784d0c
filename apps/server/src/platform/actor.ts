/** The person behind an event, as the event log stores them. */
export type Actor = `user:${number}` | `customer:${string}`

/** Erasing a customer leaves `customer`, so that their events still count. */
export type StoredActor = Actor | 'customer'

export const userActor = (user_id: number): Actor => `user:${user_id}`
/** Null: the server itself. */
export const userActorOrNull = (user_id: number | null) => (user_id === null ? null : userActor(user_id))
export const customerActor = (customer_id: string): Actor => `customer:${customer_id}`

export const isCustomerActor = (actor: StoredActor | null) => actor?.startsWith('customer:') ?? false

export function parseActor(actor: StoredActor | null): { user_id?: string; customer_id?: string } {
  const [type, id] = actor?.split(':') ?? []
  if (id === undefined) return {}
  return type === 'user' ? { user_id: id } : { customer_id: id }
}
