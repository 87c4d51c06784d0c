import { announceDeliveries } from '../../features/channels/chat-services/delivery-state.js'
import type { Account } from '../../platform/account.js'
import { defineStatement } from '../../platform/statement.js'
import { describeReport } from './error-codes.js'

/** A report about an SMS, as it is stored. */
export interface StoredStatus {
  kind: 'status'
  delivery_id: string
  sid: string
  status: string
  code: number | null
}

/** Reports that change something. `sent` means only that a network has it. */
export const FINAL = new Set(['delivered', 'undelivered', 'failed'])

export async function takeStatus(account: Account, body: Record<string, unknown>) {
  const { delivery_id, sid, status, code } = body as unknown as StoredStatus
  const receipt = status === 'delivered' ? 'delivered' : 'failed'
  const failure = receipt === 'failed' ? describeReport(code ?? undefined, status) : null
  await account.run(noteReceipt, delivery_id, sid, receipt, failure)
  await announceDeliveries(account, [delivery_id])
}

/** The post is stored here if the report comes first. An SMS that arrived stays so. */
const noteReceipt = defineStatement(
  'twilio.note-receipt',
  `insert into service_posts (account_id, conversation_id, message_id, service, channel_id, post_id, receipt, failure)
   select $1, d.conversation_id, d.message_id, 'twilio', d.channel_id, $3, $4, $5
   from service_deliveries d
   join messages m on m.account_id = $1 and m.id = d.message_id
   where d.account_id = $1 and d.id = $2
   on conflict (account_id, service, channel_id, post_id) do update
   set receipt = excluded.receipt, failure = excluded.failure
   where service_posts.account_id = $1 and service_posts.receipt is distinct from 'delivered'`,
)
