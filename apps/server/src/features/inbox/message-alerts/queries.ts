import type { Account } from '../../../platform/account.js'

/** The customer's messages after this number. */
export function customersMessages(account: Account, conversation_id: string, after: number) {
  return account
    .from('messages')
    .where('messages.conversation_id', '=', conversation_id)
    .where('messages.seq', '>', after)
    .where('messages.customer_id', 'is not', null)
    .where('messages.private', '=', false)
}

/** Active users with alerts on: for every message, or for the first one of a conversation. */
export function usersWithAlerts(account: Account, is_new_conversation: boolean) {
  return account
    .from('user_settings')
    .innerJoin('users', (join) =>
      join.onRef('users.account_id', '=', 'user_settings.account_id').onRef('users.id', '=', 'user_settings.user_id'),
    )
    .select(['user_settings.user_id', 'users.email'])
    .where('users.disabled_at', 'is', null)
    .where('users.archived_at', 'is', null)
    .where(({ eb, or }) => {
      const wanted = [eb('user_settings.email_alert_on_new_message', '=', true)]
      if (is_new_conversation) wanted.push(eb('user_settings.email_alert_on_new_conversation', '=', true))
      return or(wanted)
    })
}
