import { notFound } from '../../platform/errors.js'
import { UUID } from '../accounts/named-account.js'
import { findAccountOfCustomer } from '../customers/unscoped.js'
import { defineTopic } from '../../platform/realtime/topic.js'

/** Where a known visitor waits until somebody starts a conversation with them. */
const customerLobby = defineTopic({
  name: 'conversation:lobby:{customer_id}',
  allow: 'public',
  async join({ platform, params: { customer_id = '' } }) {
    if (!UUID.test(customer_id) || !(await findAccountOfCustomer(platform, customer_id))) throw notFound('Customer')
    return { member: undefined }
  },
  events: {},
})

/** Old clients join it and expect a yes; nothing was ever said there. */
const lobby = defineTopic({
  name: 'conversation:lobby',
  allow: 'public',
  async join() {
    return { member: undefined }
  },
  events: {},
})

export const topics = [customerLobby, lobby]
