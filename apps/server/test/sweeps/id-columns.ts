import { keyOf, nameOf, type Position } from './shape.js'

/** The table and column that hold an id. */
export interface IdColumn {
  table: string
  column: string
  /** The index among rows that the sweep uses for nothing else: the call deletes the row and all that belongs to it. */
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
  'operations/:id': { table: 'conversations', column: 'id' },
  'shares/:share_id': { table: 'conversation_shares', column: 'id' },
  'files/:key': { table: 'files', column: 'unique_filename' },
  'deliveries/:delivery_id': { table: 'webhook_deliveries', column: 'id' },
  'mailbox/:id': { table: 'mailbox', column: 'id' },
}

/** Calls that delete so much that the rest of the sweep would find nothing, by route and key. */
const DESTRUCTIVE: Record<string, IdColumn> = {
  'DELETE /api/customers/:id id': { table: 'customers', column: 'id', spare: 0 },
  'DELETE /api/conversations/:id id': { table: 'conversations', column: 'id', spare: 0 },
  'DELETE /api/v1/customers/:id id': { table: 'customers', column: 'id', spare: 3 },
  'DELETE /api/v1/conversations/:id id': { table: 'conversations', column: 'id', spare: 1 },
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
  'slack_channel_id',
  'slack_team_id',
  'any',
])

const ID_KEY = /(^|_)(ids?|token|key)$/

/** The table and column of an id, or undefined for a value that is no id. An id of an unknown table fails the sweep. */
export function columnOf(position: Position, tables: ReadonlySet<string>): IdColumn | undefined {
  const key = keyOf(position)
  if (NO_IDS.has(key)) return undefined
  const destructive = DESTRUCTIVE[`${position.of} ${key}`]
  if (destructive) return destructive
  const alias = ALIASES[position.after ? `${position.after}/:${key}` : key]
  if (alias) return alias
  const isId = position.place === 'params' || ID_KEY.test(key) || position.shape.format === 'uuid'
  if (!isId) return undefined
  const named = position.after && key === 'id' ? [position.after] : pluralsOf(key.replace(/_ids?$/, ''))
  const table = named.find((name) => tables.has(name))
  if (table) return { table, column: 'id' }
  throw new Error(
    `${position.of} takes ${nameOf(position)}, and the sweep cannot tell which table that id belongs to. ` +
      'Name its table and column in ALIASES of test/sweeps/id-columns.ts, and give Acme and Globex a row there in test/sweeps/world.ts.',
  )
}

const pluralsOf = (word: string) => [`${word}s`, `${word}es`, word.replace(/y$/, 'ies')]
