import type { Kysely } from 'kysely'
import type { DB } from '../../src/platform/database/tables.js'

/**
 * Two connections to Slack, and one to each other service. Their tokens are revoked, so nothing is sent while the sweep runs. Each
 * refused a message.
 */
export async function addConnectedServices(
  db: Kysely<DB>,
  { account_id, conversation_id, message_id }: { account_id: string; conversation_id: string; message_id: string },
  mark: () => string,
) {
  const connections = [
    { service: 'slack', kind: 'reply' },
    { service: 'slack', kind: 'support' },
    { service: 'mattermost', kind: 'reply' },
    { service: 'discord', kind: 'reply' },
    { service: 'twilio', kind: 'support' },
    { service: 'hubspot', kind: 'account' },
    { service: 'intercom', kind: 'account' },
    { service: 'gmail', kind: 'support' },
    { service: 'google_sheets', kind: 'account' },
    { service: 'github', kind: 'account' },
  ] as const
  for (const { service, kind } of connections) {
    const channel_id = mark()
    const named = { team_id: mark(), team_name: mark(), channel_id, channel_name: mark(), bot_user_id: mark() }
    const { id: connection_id } = await db
      .insertInto('connected_services')
      .values({ account_id, service, kind, ...named, secrets_encrypted: mark(), revoked_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const at = { account_id, service, channel_id }
    await db
      .insertInto('service_threads')
      .values({ ...at, conversation_id, thread_id: mark(), permalink: mark() })
      .execute()
    await db
      .insertInto('service_posts')
      .values({ ...at, conversation_id, message_id, post_id: mark() })
      .execute()
    if (service === 'intercom')
      await addIntercomRows(db, { account_id, conversation_id, workspace_id: named.team_id }, mark)
    if (service === 'google_sheets') await addSheetRows(db, { account_id, connection_id, conversation_id }, mark)
    if (service === 'gmail') await addGmailRows(db, { account_id, connection_id, conversation_id }, mark)
    const delivery = { account_id, connection_id, conversation_id, message_id, channel_id, kind: 'message' } as const
    await db
      .insertInto('service_deliveries')
      .values({ ...delivery, status: 'failed', failure: mark() })
      .execute()
  }
}

async function addGmailRows(
  db: Kysely<DB>,
  { account_id, connection_id, conversation_id }: Record<'account_id' | 'connection_id' | 'conversation_id', string>,
  mark: () => string,
) {
  const at = { account_id, connection_id }
  await db
    .insertInto('gmail_mailboxes')
    .values({ ...at, email: mark(), takes_since: new Date(), history_id: mark() })
    .execute()
  await db
    .insertInto('gmail_threads')
    .values({ ...at, thread_id: mark(), conversation_id, handled_ids: [mark()] })
    .execute()
  await db
    .insertInto('gmail_sends')
    .values({ ...at, rfc_message_id: mark() })
    .execute()
}

/** An import that is done, and one that runs. */
async function addIntercomRows(
  db: Kysely<DB>,
  { account_id, conversation_id, workspace_id }: Record<'account_id' | 'conversation_id' | 'workspace_id', string>,
  mark: () => string,
) {
  for (const state of ['done', 'running'] as const) {
    await db
      .insertInto('intercom_imports')
      .values({ account_id, workspace_id, state, failure: mark(), next_page: mark() })
      .execute()
  }
  await db
    .insertInto('intercom_records')
    .values({
      account_id,
      workspace_id,
      kind: 'conversation',
      intercom_id: mark(),
      our_id: conversation_id,
      version: 1,
    })
    .execute()
  await db
    .insertInto('imported_status')
    .values({ account_id, conversation_id, number: 1, status: 'closed', at: new Date() })
    .execute()
}

async function addSheetRows(
  db: Kysely<DB>,
  { account_id, connection_id, conversation_id }: Record<'account_id' | 'connection_id' | 'conversation_id', string>,
  mark: () => string,
) {
  const tabs = [
    { record: 'customers', gid: 1 },
    { record: 'conversations', gid: 2 },
  ] as const
  for (const tab of tabs) {
    const { id: tab_id } = await db
      .insertInto('sheet_tabs')
      .values({ account_id, connection_id, columns: [mark()], title: mark(), ...tab })
      .returning('id')
      .executeTakeFirstOrThrow()
    const row = { account_id, tab_id, record_id: conversation_id, record_at: new Date() }
    await db.insertInto('sheet_rows').values(row).execute()
  }
}
