import { keyOf, nameOf, type Position } from './shape.js'

/** The table and column that hold an id. */
export interface IdColumn {
  table: string
  column: string
  /** The index among the rows of no customer, oldest first. For calls that delete the row, or refuse the caller's own. */
  spare?: number
}

/**
 * `customer_id` and `/customers/:id` name their table. Other ids are listed here, by key, or by the path segment before it and
 * the key.
 */
const ALIASES: Record<string, IdColumn> = {
  assignee_id: { table: 'users', column: 'id' },
  author_id: { table: 'users', column: 'id' },
  mentioned_user_ids: { table: 'users', column: 'id' },
  mentioning: { table: 'users', column: 'id' },
  after_message_id: { table: 'messages', column: 'id' },
  after_note_id: { table: 'notes', column: 'id' },
  client_message_id: { table: 'messages', column: 'client_message_id' },
  external_id: { table: 'customers', column: 'external_id' },
  add_tag_ids: { table: 'tags', column: 'id' },
  remove_tag_ids: { table: 'tags', column: 'id' },
  tagged: { table: 'tags', column: 'id' },
  'operations/:id': { table: 'conversations', column: 'id' },
  'shares/:share_id': { table: 'conversation_shares', column: 'id' },
  'files/:key': { table: 'files', column: 'unique_filename' },
  'deliveries/:delivery_id': { table: 'webhook_deliveries', column: 'id' },
  'runs/:run_id': { table: 'lambda_runs', column: 'id' },
  'rehearsals/:rehearsal_id': { table: 'lambda_rehearsals', column: 'id' },
  creator_id: { table: 'users', column: 'id' },
  authorization_id: { table: 'connected_services', column: 'id' },
  'imports/:id': { table: 'intercom_imports', column: 'id' },
  'authorizations/:id': { table: 'connected_services', column: 'id' },
  'chunks/:chunk_id': { table: 'recording_chunks', column: 'id' },
  session_id: { table: 'browser_sessions', column: 'id' },
  ids: { table: 'browser_sessions', column: 'id' },
  'mailbox/:id': { table: 'mailbox', column: 'id' },
}

/** Calls that need a row that the rest of the sweep can do without, by route and key. */
const SPARES: Record<string, IdColumn> = {
  'POST /api/service_deliveries/:id/retry id': { table: 'service_deliveries', column: 'id', spare: 0 },
  'DELETE /api/slack/authorizations/:id id': { table: 'connected_services', column: 'id', spare: 1 },
  'POST /api/mattermost/auth id': { table: 'connected_services', column: 'id', spare: 2 },
  'DELETE /api/mattermost/authorizations/:id id': { table: 'connected_services', column: 'id', spare: 2 },
  'POST /api/discord/auth id': { table: 'connected_services', column: 'id', spare: 3 },
  'DELETE /api/discord/authorizations/:id id': { table: 'connected_services', column: 'id', spare: 3 },
  'DELETE /api/browser_sessions/:id id': { table: 'browser_sessions', column: 'id', spare: 0 },
  'DELETE /api/github/authorizations/:id id': { table: 'connected_services', column: 'id', spare: 9 },
  'POST /api/twilio/auth id': { table: 'connected_services', column: 'id', spare: 4 },
  'DELETE /api/twilio/authorizations/:id id': { table: 'connected_services', column: 'id', spare: 4 },
  'DELETE /api/hubspot/authorizations/:id id': { table: 'connected_services', column: 'id', spare: 5 },
  'DELETE /api/intercom/authorizations/:id id': { table: 'connected_services', column: 'id', spare: 6 },
  // The first one is done.
  'POST /api/intercom/imports/:id/stop id': { table: 'intercom_imports', column: 'id', spare: 1 },
  'DELETE /api/google/authorizations/:id id': { table: 'connected_services', column: 'id', spare: 7 },
  'DELETE /api/companies/:id id': { table: 'companies', column: 'id', spare: 1 },
  'DELETE /api/event_subscriptions/:id id': { table: 'event_subscriptions', column: 'id', spare: 1 },
  'DELETE /api/lambdas/:id id': { table: 'lambdas', column: 'id', spare: 1 },
  // It ends the rehearsal before.
  'POST /api/lambdas/:id/rehearsals id': { table: 'lambdas', column: 'id', spare: 2 },
  'DELETE /api/forwarding_addresses/:id id': { table: 'forwarding_addresses', column: 'id', spare: 1 },
  'DELETE /api/inboxes/:id id': { table: 'inboxes', column: 'id', spare: 1 },
  'DELETE /api/tags/:id id': { table: 'tags', column: 'id', spare: 1 },
  // After the admin, a member and a disabled user.
  'POST /api/users/:id/archive id': { table: 'users', column: 'id', spare: 3 },
  'POST /api/users/:id/disable id': { table: 'users', column: 'id', spare: 4 },
  'POST /api/users/:id/enable id': { table: 'users', column: 'id', spare: 4 },
  'PUT /api/users/:id/role id': { table: 'users', column: 'id', spare: 4 },
  'DELETE /api/customers/:id id': { table: 'customers', column: 'id', spare: 0 },
  'DELETE /api/conversations/:id id': { table: 'conversations', column: 'id', spare: 0 },
  'DELETE /api/v1/companies/:id id': { table: 'companies', column: 'id', spare: 2 },
  'DELETE /api/v1/conversations/:id id': { table: 'conversations', column: 'id', spare: 1 },
  'DELETE /api/v1/customers/:id id': { table: 'customers', column: 'id', spare: 3 },
  'DELETE /api/v1/issues/:id id': { table: 'issues', column: 'id', spare: 1 },
  'GET /api/issues/:id/emails id': { table: 'issues', column: 'id', spare: 2 },
  'POST /api/issues/:id/emails id': { table: 'issues', column: 'id', spare: 2 },
  'DELETE /api/v1/messages/:id id': { table: 'messages', column: 'id', spare: 1 },
  'DELETE /api/v1/notes/:id id': { table: 'notes', column: 'id', spare: 0 },
  'DELETE /api/v1/tags/:id id': { table: 'tags', column: 'id', spare: 2 },
  'GET /api/messages/:id/email id': { table: 'messages', column: 'id', spare: 2 },
  'GET /api/messages/:id/email/original id': { table: 'messages', column: 'id', spare: 2 },
  'PUT /api/messages/:id id': { table: 'messages', column: 'id', spare: 0 },
  'PATCH /api/messages/:id id': { table: 'messages', column: 'id', spare: 0 },
  'PUT /api/v1/messages/:id id': { table: 'messages', column: 'id', spare: 0 },
  'PATCH /api/v1/messages/:id id': { table: 'messages', column: 'id', spare: 0 },
  'GET /api/customers/:id/merge_preview customer_id': { table: 'customers', column: 'id', spare: 2 },
  'POST /api/customers/:id/merge id': { table: 'customers', column: 'id', spare: 1 },
  'POST /api/customers/:id/merge customer_id': { table: 'customers', column: 'id', spare: 2 },
}

/** Keys that look like ids but name no row: secrets stored as a hash, ids of other services, free text. */
const NO_IDS = new Set([
  'token',
  'invite_token',
  'two_factor_token',
  'identity_token',
  'form_token',
  'expo_push_token',
  'slack_user_id',
  'access_token',
  'verification_token',
  'bot_token',
  'twilio_auth_token',
  'team_id',
  'installation_id',
  'channel_id',
  'post_id',
  'slack_channel_id',
  'slack_team_id',
  // The name of a mail server in its headers.
  'authserv_id',
  'any',
  // Of a version and of a secret: each function has its own.
  'number',
  'name',
  // Customers or conversations.
  'record',
  // Of a node in a visitor's page.
  'GET /docs/:page page',
  'pointer:show in events:admin:{account_id}:{session_id} id',
  'pointer:show in events:admin:{account_id}:{session_id}:batches id',
  // Of Stripe.
  'POST /api/payment_methods id',
])

const ID_KEY = /(^|_)(ids?|token|key)$/

/** The table and column of an id, or undefined for a value that is no id. An id of an unknown table fails the sweep. */
export function columnOf(position: Position, tables: ReadonlySet<string>): IdColumn | undefined {
  const key = keyOf(position)
  if (NO_IDS.has(key) || NO_IDS.has(`${position.of} ${key}`)) return undefined
  const spare = SPARES[`${position.of} ${key}`]
  if (spare) return spare
  const alias = ALIASES[position.after ? `${position.after}/:${key}` : key]
  if (alias) return alias
  const isId = position.place === 'params' || ID_KEY.test(key) || position.shape.format === 'uuid'
  if (!isId) return undefined
  const named = position.after && key === 'id' ? [position.after] : pluralsOf(key.replace(/_ids?$/, ''))
  const table = named.find((name) => tables.has(name))
  if (table) return { table, column: 'id' }
  throw new Error(
    `${position.of} takes ${nameOf(position)}, and the sweep cannot tell which table that id belongs to. ` +
      'Name its table and column in ALIASES of test/sweeps/id-columns.ts, and give Acme and Globex a row there in test/sweeps/company.ts.',
  )
}

const pluralsOf = (word: string) => [`${word}s`, `${word}es`, word.replace(/y$/, 'ies')]
