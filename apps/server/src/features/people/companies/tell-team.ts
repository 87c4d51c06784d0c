import type { Account } from '../../../platform/account.js'

export function tellTeam(account: Account, { company_id: id }: { company_id: string }) {
  account.broadcast(`notification:${account.id}`, 'company:changed', { id })
}
