import type { Message, MessageChanges } from '@papercups/contract'
import type { Account, AccountTransaction } from '../../../platform/account.js'
import { userActor } from '../../../platform/actor.js'
import { forbidden, invalid, notFound } from '../../../platform/errors.js'
import type { Caller } from '../../../platform/feature.js'
import { replaceMetadata } from './mail-metadata.js'
import { attachmentsOf, getMessage } from './queries.js'
import { requireContent } from './require-content.js'

/** Only these fields count as an edit. Changes of metadata and `seen_at` are not marked. */
const WORDS = ['body', 'type', 'private', 'subject'] as const

/** Fields that are not given stay. Earlier versions of the text are kept. */
export function updateMessage(
  account: Account,
  user: Caller['user'],
  id: string,
  changes: MessageChanges,
): Promise<Message> {
  return account.transaction(async (account) => {
    const before = await lockMessage(account, id)
    requireMayChange(user, before, changes)
    const { metadata, seen_at } = changes
    const words = wordsAfter(before, changes)
    const edited = WORDS.some((field) => words[field] !== before[field])
    const kept = metadata === undefined ? undefined : replaceMetadata(before.metadata, metadata)
    const now = new Date()

    if (edited) await keepVersion(account, user, before, now)
    await account
      .update('messages')
      .set({
        ...words,
        ...(seen_at !== undefined && { seen_at }),
        ...(kept !== undefined && { metadata: kept && JSON.stringify(kept) }),
        ...(edited && { edited_at: now, edited_by: user.id }),
        updated_at: now,
      })
      .where('id', '=', id)
      .execute()
    const files = (await attachmentsOf(account, [id])).get(id) ?? []
    requireContent(
      words.body,
      files.map((file) => file.id),
    )
    const message = await getMessage(account, id)
    if (edited) {
      const logged = { conversation_id: message.conversation_id, message_id: id }
      await account.emit('message:edited', { message }, logged, userActor(user.id))
    }
    return message
  })
}

/** Its number is never used again. */
export function deleteMessage(account: Account, id: string) {
  return account.transaction(async (account) => {
    const rows = account.delete('messages').where('id', '=', id).returning(['conversation_id', 'source'])
    const { conversation_id, source } = await rows.executeTakeFirstOrThrow(() => notFound('Message'))
    const deleted = { message_id: id, conversation_id }
    await account.emit('message:deleted', deleted, { ...deleted, source })
  })
}

type StoredMessage = Awaited<ReturnType<typeof lockMessage>>

function lockMessage(account: AccountTransaction, id: string) {
  const message = account
    .from('messages')
    .select(['id', 'customer_id', 'user_id', 'body', 'type', 'private', 'subject', 'metadata'])
    .where('id', '=', id)
    .forUpdate()
  return message.executeTakeFirstOrThrow(() => notFound('Message'))
}

function requireMayChange(user: Caller['user'], { customer_id, user_id }: StoredMessage, changes: MessageChanges) {
  if (customer_id && WORDS.some((field) => changes[field] !== undefined)) {
    throw forbidden("A customer's message cannot be changed")
  }
  if (user_id !== user.id && user.role !== 'admin') throw forbidden('Only admins can change the messages of others')
}

/** The customer has not read a private message, so it can never become public. */
function wordsAfter(before: StoredMessage, changes: MessageChanges) {
  const { body = before.body, type = before.type, subject = before.subject } = changes
  if (before.private && changes.private === false) throw invalid({ private: ['cannot be made public'] })
  if (changes.type === 'note' && changes.private === false) throw invalid({ private: ['must be true for a note'] })
  return { body, type, subject, private: changes.private ?? (before.private || type === 'note') }
}

function keepVersion(account: Account, user: Caller['user'], before: StoredMessage, replaced_at: Date) {
  const { id: message_id, body, type, subject } = before
  const version = { message_id, body, type, subject, private: before.private, replaced_at, replaced_by: user.id }
  return account.insert('message_versions', version).execute()
}
