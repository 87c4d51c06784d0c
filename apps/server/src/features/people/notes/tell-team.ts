import type { Account } from '../../../platform/account.js'

/** The words stay with whoever asks for them. */
export function tellTeam(account: Account, { note_id: id, customer_id }: { note_id: string; customer_id: string }) {
  account.broadcast(`notification:${account.id}`, 'note:changed', { id, customer_id })
}
