import type { Account } from '../../platform/account.js'
import { createHash } from 'node:crypto'
import { createMessage } from '../../features/inbox/messages/create-message.js'
import { listUsers } from '../../features/team/users/queries.js'

interface Note {
  conversation_id: string
  body: string
  /** The same one is stored once. */
  key: string
  /** Who the note is from: the first who is still in the team, or the oldest admin. */
  users: Array<number | null>
}

/** A private note of a program. It changes neither assignee nor first reply. */
export async function writeNote(account: Account, { conversation_id, body, key, users }: Note) {
  const team = await listUsers(account)
  const author = users.find((id) => team.some((user) => user.id === id))
  const user_id = author ?? team.find(({ role }) => role === 'admin')?.id
  if (user_id == null) return
  const draft = { conversation_id, body, type: 'bot' as const, private: true, source: 'api' as const }
  await createMessage(account, { user_id }, { ...draft, client_message_id: uuidOf(key) }, { keeps_state: true })
}

function uuidOf(text: string) {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
