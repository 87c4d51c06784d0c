import { forbidden, notFound } from '../../../platform/errors.js'
import { defineTopic } from '../../../platform/realtime/topic.js'
import { UUID } from '../../account/accounts/named-account.js'
import { getCustomer } from '../customers/queries.js'

/** Agents join while they have a customer open. */
const customersIssues = defineTopic({
  name: 'issue:lobby:{customer_id}',
  allow: 'user',
  async join({ caller, params: { customer_id = '' } }) {
    if (!caller) throw forbidden('Unauthorized')
    if (!UUID.test(customer_id)) throw notFound('Customer')
    await getCustomer(caller.account, customer_id)
    return { member: undefined }
  },
  events: {},
})

export const topics = [customersIssues]
