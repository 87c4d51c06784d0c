import type { Account } from '../../../platform/account.js'
import { customerActor } from '../../../platform/actor.js'
import { invalid } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { currentIdOf } from '../../people/customers/merged-ids.js'
import { customerExists, lockCustomer } from '../../people/customers/queries.js'
import { createCustomer } from '../../people/customers/save-customer.js'
import { provenFields } from '../../widget/identity-verification/act-as.js'
import { listOwnConversations } from '../../inbox/conversation-lists/public-conversations.js'
import { startConversation } from '../../inbox/conversation-lists/start-conversation.js'
import { createMessage } from '../../inbox/messages/create-message.js'
import { requireContent } from '../../inbox/messages/require-content.js'
import { widgetSettingsOf } from '../../widget/widget-settings/queries.js'
import type { Visit } from './visit.js'

export interface Written {
  body: string
  client_message_id: string | null | undefined
  name: string | null | undefined
  email: string | null | undefined
}

/** A double click still creates one customer, one conversation and one message. */
export async function write(platform: Platform, account: Account, visit: Visit, ip: string | null, written: Written) {
  const { body, client_message_id } = written
  const customer_id = await currentIdOf(account, visit.customer_id)
  requireContent(body, [])
  if (!(await customerExists(account, customer_id))) await createVisitor(platform, account, visit, ip, written)
  const conversation_id = await account.transaction(async (account) => {
    await lockCustomer(account, customer_id)
    // The newest open conversation, as the widget does.
    const [open] = await listOwnConversations(account, customer_id, undefined)
    return open?.id ?? (await startConversation(account, { customer_id }, undefined, customerActor(customer_id))).id
  })
  await createMessage(account, 'visitor', { conversation_id, body, client_message_id })
}

async function createVisitor(platform: Platform, account: Account, visit: Visit, ip: string | null, written: Written) {
  const { name, email } = written
  const settings = await widgetSettingsOf(account, undefined)
  if (settings?.require_email_upfront && !/.@./.test(email ?? '')) {
    throw invalid({ email: ["can't be blank"] })
  }
  const { host } = new URL(platform.config.base_url)
  const { fields } = await provenFields(platform, account, { name, email, host, lib: 'chat_page' }, {})
  await createCustomer(account, fields, ip, visit.customer_id).catch(unlessTaken)
}

function unlessTaken(error: unknown) {
  if ((error as { code?: string }).code !== '23505') throw error
}
