import type { Account } from '../../../platform/account.js'

export function tellTeam(account: Account, conversation_id: string) {
  account.broadcast(`notification:${account.id}`, 'scheduled_message:changed', { conversation_id })
}
