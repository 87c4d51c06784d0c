import { notFound } from '../../../platform/errors.js'
import { defineTopic } from '../../../platform/realtime/topic.js'
import { optionalId, UUID } from '../../account/accounts/named-account.js'
import { findAccount } from '../../account/accounts/unscoped.js'
import { requireAllowedSite } from '../allowed-sites/admit.js'

/** Visitors join it to see whether an agent is online. Agents are present here while they are in their own topic. */
const room = defineTopic({
  name: 'room:{account_id}',
  allow: 'public',
  async join({ platform, params: { account_id = '' }, payload: { inbox_id }, site }) {
    if (!UUID.test(account_id) || !(await findAccount(platform, account_id))) throw notFound('Account')
    // Older widgets do not name their inbox.
    const widget = typeof inbox_id === 'string' ? { inbox_id: optionalId(inbox_id) } : undefined
    await requireAllowedSite(platform.account(account_id), site, widget)
    return { member: undefined, visits: account_id, presence: true }
  },
  events: {},
})

export const topics = [room]
