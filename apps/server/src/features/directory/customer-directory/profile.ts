import { MAX_ISSUES, type CustomerProfile } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { toCustomer, type FullCustomerRow } from '../../people/customers/present.js'
import { listIssues } from '../../people/issues/queries.js'
import { listAllMessages } from '../../inbox/messages/all-messages.js'
import { toNote } from '../../people/notes/present.js'
import { findCompany, listConversationsOf, listTagsOf } from './queries.js'

/** The newest ones. The export contains all. */
const MAX_MESSAGES = 1_000

type Parts = Omit<CustomerProfile, keyof FullCustomerRow | 'object' | 'title'>

const expansions: {
  [Name in keyof Required<Parts>]: (account: Account, row: FullCustomerRow) => Promise<NonNullable<Parts>[Name]>
} = {
  company: (account, row) => findCompany(account, row.company_id),
  tags: (account, row) => listTagsOf(account, row.id),
  notes: async (account, row) => {
    const notes = account.from('notes').selectAll().where('customer_id', '=', row.id)
    return (await notes.orderBy('created_at', 'desc').execute()).map(toNote)
  },
  conversations: (account, row) => listConversationsOf(account, row.id),
  messages: async (account, row) =>
    (await listAllMessages(account, { customer_id: row.id }, { limit: MAX_MESSAGES })).data,
  issues: async (account, row) => (await listIssues(account, { customer_id: row.id }, { limit: MAX_ISSUES })).data,
}

const isExpansion = (name: string): name is keyof typeof expansions => Object.hasOwn(expansions, name)

/** The customer with the parts that `expand` names. Unknown names are ignored. */
export async function toProfile(
  account: Account,
  row: FullCustomerRow,
  expand: string[] = ['company', 'tags'],
): Promise<CustomerProfile> {
  const names = [...new Set(expand)].filter(isExpansion)
  const parts = await Promise.all(names.map(async (name) => [name, await expansions[name](account, row)] as const))
  return { ...toCustomer(row), ...Object.fromEntries(parts) }
}
