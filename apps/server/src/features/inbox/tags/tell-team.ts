import type { Account } from '../../../platform/account.js'

export function tellTeam(account: Account, { tag_id: id }: { tag_id: string }) {
  account.broadcast(`notification:${account.id}`, 'tag:changed', { id })
}
