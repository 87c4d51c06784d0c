import type { Customer, User } from '@papercups/contract'
import { customerName, userName } from '../../lib/people.js'
import type { Item } from './thread.js'

export interface Team {
  me: number
  users: readonly User[]
}

/** Who wrote it. `name` is who they are, `label` how they are called here. */
export function authorOf({ author, message, outgoing }: Item, customer: Customer | null, { me, users }: Team) {
  if (author === 'bot') return { id: author, name: 'Bot', label: 'Bot', photo: null }
  if (author.startsWith('customer:')) {
    const writer = message?.customer ?? customer
    const name = customerName(writer)
    return { id: author, name, label: name, photo: customer?.profile_photo_url ?? writer?.profile_photo_url }
  }
  const id = message?.user_id ?? outgoing?.user_id
  const user = message?.user ?? users.find((each) => each.id === id)
  const name = userName(user)
  return { id: `user:${id}`, name, label: id === me ? 'You' : name, photo: user?.profile_photo_url }
}
