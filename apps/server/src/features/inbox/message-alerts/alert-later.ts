import type { Account } from '../../../platform/account.js'
import { isCustomerActor } from '../../../platform/actor.js'
import type { LoggedEvent } from '../../../platform/feature.js'
import { defineStatement } from '../../../platform/statement.js'
import { gatherAlerts } from './gather-alerts.js'

/**
 * Marks conversations for an alert. A conversation that is marked already is skipped: its email will contain these
 * messages, too. Writes nothing if nobody wants such emails.
 */
const noteConversations = defineStatement<{ conversation_id: string; due_at: Date }>(
  'message-alerts.note-conversations',
  `
  insert into message_alerts as alert (account_id, conversation_id, mailed_seq)
  select $1, written.conversation_id, written.seq - 1
  from unnest($2::uuid[], $3::bigint[]) as written (conversation_id, seq)
  where exists (select from user_settings where account_id = $1
    and (email_alert_on_new_message or (email_alert_on_new_conversation and written.seq = 1)))
  on conflict (account_id, conversation_id) do update set waiting = true where not alert.waiting
  returning conversation_id, greatest(mail_at, now()) as due_at`,
)

/** Gathered: one run for each message would double the cost of a message. */
export async function alertLater(account: Account, events: LoggedEvent[]) {
  const firstSeqs = new Map<string, number>()
  for (const { actor, conversation_id, payload } of events) {
    if (!conversation_id || !isCustomerActor(actor) || firstSeqs.has(conversation_id)) continue
    firstSeqs.set(conversation_id, Number(payload.seq))
  }
  if (firstSeqs.size === 0) return
  const noted = await account.run(noteConversations, [...firstSeqs.keys()], [...firstSeqs.values()])
  for (const { conversation_id, due_at } of noted) {
    await account.enqueue(gatherAlerts, { conversation_id }, { at: due_at })
  }
}
