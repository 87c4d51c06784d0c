import type { Customer, CustomerBasic, Message, User } from '@papercups/contract'

export const customerName = (customer: Pick<Customer | CustomerBasic, 'name' | 'email'> | null | undefined) =>
  customer?.name?.trim() || customer?.email?.trim() || 'Anonymous User'

export const userName = (user: User | null | undefined) =>
  user?.display_name?.trim() || user?.full_name?.trim() || user?.email || 'Teammate'

/** Imported messages keep the name of an author who is no user here. */
export function authorName({ user, type, metadata }: Pick<Message, 'user' | 'type' | 'metadata'>) {
  const name = user ? undefined : metadata?.author_name
  return typeof name === 'string' ? name : type === 'bot' ? 'Bot' : userName(user)
}
