import type { Account } from '../../../platform/account.js'

export function tellTeam(account: Account, { segment_id: id }: { segment_id: string }) {
  account.broadcast(`notification:${account.id}`, 'segment:changed', { id })
}
