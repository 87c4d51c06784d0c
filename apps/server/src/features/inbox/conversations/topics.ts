import { notFound, unauthorized } from '../../../platform/errors.js'
import { UUID } from '../../account/accounts/named-account.js'
import { requireAllowedSite } from '../../widget/allowed-sites/admit.js'
import { findAccountOfCustomer } from '../../people/customers/unscoped.js'
import { mayActAs } from '../../widget/identity-verification/act-as.js'
import { proofIn } from '../../widget/identity-verification/proof.js'
import { defineTopic } from '../../../platform/realtime/topic.js'

/** A known visitor waits here until somebody starts a conversation with them. */
const customerLobby = defineTopic({
  name: 'conversation:lobby:{customer_id}',
  allow: 'public',
  async join({ platform, params: { customer_id = '' }, payload, site }) {
    const account = UUID.test(customer_id) ? await findAccountOfCustomer(platform, customer_id) : undefined
    if (!account) throw notFound('Customer')
    await requireAllowedSite(account, site)
    if (!(await mayActAs(platform, account, customer_id, proofIn(payload)))) throw unauthorized('unauthorized')
    return { member: undefined, visits: account.id }
  },
  events: {},
})

/** Old clients join this topic and expect success. Nothing is ever sent here. */
const lobby = defineTopic({
  name: 'conversation:lobby',
  allow: 'public',
  async join() {
    return { member: undefined }
  },
  events: {},
})

export const topics = [customerLobby, lobby]
