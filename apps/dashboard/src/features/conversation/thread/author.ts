import type { Customer, User } from '@papercups/contract'
import { authorName, customerName, userName } from '../../../entities/person-name.js'
import type { Item } from './thread.js'

export interface Team {
  me: number
  users: readonly User[]
}

/** The author of a message. `label` is the shown name, which is "You" for the user's own messages. */
export function authorOf({ author, message, outgoing }: Item, customer: Customer | null, { me, users }: Team) {
  if (author === 'bot') {
    const name = message ? authorName(message) : 'Bot'
    return { id: 'bot' as const, name, label: name, photo: null }
  }
  if (author.startsWith('customer:')) {
    const writer = message?.customer ?? customer
    const name = customerName(writer)
    const photo = customer?.profile_photo_url ?? writer?.profile_photo_url
    return { id: `customer:${message?.customer_id ?? ''}` as const, name, label: name, photo }
  }
  const id = message?.user_id ?? outgoing?.user_id ?? 0
  const user = message?.user ?? users.find((each) => each.id === id)
  const name = user || !message ? userName(user) : authorName(message)
  return { id: `user:${id}` as const, name, label: id === me ? 'You' : name, photo: user?.profile_photo_url }
}

/** The name of the editor of a message. Deleted users have no name. */
export function editorName(id: number | null, { me, users }: Team) {
  if (id !== null && id === me) return 'you'
  const user = users.find((each) => each.id === id)
  return user ? userName(user) : 'a former teammate'
}
