import type { Message, MessageSource, NewMessage } from '@papercups/contract'
import { AccountTransaction, type Account } from '../../../platform/account.js'
import { customerActor, userActor } from '../../../platform/actor.js'
import { invalid, notFound } from '../../../platform/errors.js'
import { findConversation } from '../conversations/queries.js'
import { claimForUser, claimForVisitor } from '../files/claim-files.js'
import { toFile, type FileRow } from '../files/queries.js'
import { announceStored } from './announce-stored.js'
import { restoreDeleted } from './restore-deleted.js'
import { withoutMailKeys } from './mail-metadata.js'
import { findResent } from './queries.js'
import { attachmentParameters, messageParameters, type MessageValues } from './message-values.js'
import { toMessage } from './present.js'
import { storeMessage, storeWithAttachments, toMessageRow, type TogetherStatements } from './store-message.js'
import { requireEmailReply, storeRecipients } from './recipients.js'
import { requireContent } from './require-content.js'

/**
 * Follows from the caller's identity, never from the payload. 'visitor' is the customer that the conversation belongs
 * to when the message is stored. `posted_by` is the user who posts in a customer's name; the event log keeps it.
 */
export type Author = { user_id: number } | { customer_id: string; posted_by?: number } | 'visitor'

export interface MessageDraft extends Omit<NewMessage, 'source'> {
  source?: MessageSource | null | undefined
}

interface Options {
  /** For a caller that stores something about the message before it. */
  id?: string
  /** The message changes neither assignee, read state nor first reply. */
  keeps_state?: boolean
  /** The statement stored nothing the first time. */
  is_retry?: boolean
  /** Metadata that only the email channel may store. */
  mail_keys?: Record<string, unknown>
  together?: StoredTogether | undefined
}

/** Rows that the message's own statement stores. A message stored this way is new: nothing looks for an earlier one. */
export interface StoredTogether {
  statements: TogetherStatements
  /** The parameters after those of the message. */
  values: unknown[]
  /** The message's attachments, which are among the rows. */
  files: FileRow[]
}

/** The one way a message enters the product: dashboard, widget, API and integrations all call this. */
export function createMessage(
  account: Account,
  author: Author,
  draft: MessageDraft,
  options: Options = {},
): Promise<Message> {
  const { email } = draft
  if (!email) return store(account, author, draft, options)
  if (author === 'visitor' || !('user_id' in author)) throw invalid({ email: ['is only for messages of users'] })
  return account.transaction(async (account) => {
    const source = (await findConversation(account, draft.conversation_id))?.source
    requireEmailReply({ source, is_private: isPrivate(draft) })
    const subject = email.subject?.trim() || draft.subject
    const { id = crypto.randomUUID() } = options
    const message = await store(account, author, { ...draft, subject }, { ...options, id })
    // A repeated send has its recipients.
    if (message.id === id) await storeRecipients(account, id, email)
    return message
  })
}

async function store(account: Account, author: Author, draft: MessageDraft, options: Options): Promise<Message> {
  const body = draft.body ?? null
  // Sorted, so that two messages with the same files lock them in one order.
  const file_ids = [...new Set(draft.file_ids?.map((id) => id.toLowerCase()))].sort()
  const { together } = options
  requireContent(body, together ? together.files.map(({ id }) => id) : file_ids)
  const metadata = options.mail_keys
    ? { ...withoutMailKeys(draft.metadata), ...options.mail_keys }
    : withoutMailKeys(draft.metadata)

  const { id = crypto.randomUUID() } = options
  const customer_id = author !== 'visitor' && 'customer_id' in author ? author.customer_id : null
  const user_id = author !== 'visitor' && 'user_id' in author ? author.user_id : null
  const values: MessageValues = {
    conversation_id: draft.conversation_id,
    id,
    customer_id,
    user_id,
    body,
    type: draft.type ?? 'reply',
    private: isPrivate(draft),
    source: draft.source ?? 'chat',
    content_type: draft.content_type ?? 'text',
    sent_at: draft.sent_at ?? null,
    subject: draft.subject ?? null,
    metadata: metadata ? JSON.stringify(metadata) : null,
    client_message_id: draft.client_message_id ?? null,
    keeps_state: options.keeps_state ?? false,
    posted_by: author !== 'visitor' && 'posted_by' in author ? (author.posted_by ?? null) : null,
  }
  if (file_ids.length > 0) {
    if (user_id) await claimForUser(account, user_id, file_ids)
    else if (author === 'visitor') await claimForVisitor(account, draft.conversation_id, file_ids)
  }
  const mentioned_user_ids = [...new Set(draft.mentioned_user_ids ?? [])]
  const metadata_user_ids = user_id ? mentionsIn(draft.metadata) : []
  const attached = { file_ids, mentioned_user_ids, metadata_user_ids }
  const may_be_repeated = !draft.client_message_id && draft.sent_at
  const run = () => {
    if (together) {
      const statement = together.statements[user_id ? 'of_user' : 'of_customer']
      return account.run(statement, ...messageParameters(values), ...together.values)
    }
    const kind = user_id ? 'of_user' : may_be_repeated ? 'of_customer_without_repeats' : 'of_customer'
    return Object.values(attached).some((ids) => ids.length > 0)
      ? account.run(storeWithAttachments[kind], ...attachmentParameters({ ...values, ...attached }))
      : account.run(storeMessage[kind], ...messageParameters(values))
  }
  if (draft.client_message_id && !together && account instanceof AccountTransaction) {
    // The refusal of the unique index would end the transaction.
    const resent = await findResent(account, author, draft)
    if (resent) return resent
  }
  const [stored] = await run().catch((error: unknown) => handleStoreError(error))

  if (!stored) return handleNotStored(account, author, draft, options)
  const files = together?.files ?? stored.attachments
  const message = toMessage(toMessageRow(account.id, values, stored), files?.map(toFile))
  announceStored(account, message, stored)
  return message
}

/** A note is private. A public note is rejected, because the intention is unclear. */
export function isPrivate({ type, private: given }: Pick<MessageDraft, 'type' | 'private'>) {
  if (type === 'note' && given === false) throw invalid({ private: ['must be true for a note'] })
  return given ?? type === 'note'
}

/**
 * The statement stored nothing. A repeated send returns the stored message and changes nothing. A message to a deleted
 * conversation restores the conversation, so that somebody sees it.
 */
async function handleNotStored(
  account: Account,
  author: Author,
  draft: MessageDraft,
  options: Options,
): Promise<Message> {
  const message = options.together ? undefined : await findResent(account, author, draft)
  if (message) return message
  const conversation = await findConversation(account, draft.conversation_id)
  if (!conversation) throw notFound('Conversation')
  if (!conversation.archived_at) {
    if (options.is_retry) throw invalid({ client_message_id: ['has already been taken'] })
    // Another message may have restored the conversation since.
    return store(account, author, draft, { ...options, is_retry: true })
  }
  return account.transaction(async (account) => {
    await restoreDeleted(account, conversation.id, actorOf(author, conversation))
    return store(account, author, draft, options)
  })
}

function actorOf(author: Author, conversation: { customer_id: string }) {
  if (author === 'visitor') return customerActor(conversation.customer_id)
  return 'user_id' in author ? userActor(author.user_id) : customerActor(author.customer_id)
}

/** The unique index reports a repeated send. Foreign keys with the account's id report ids of other accounts. */
function handleStoreError(error: unknown): [] {
  const { code, constraint, table } = error as { code?: string; constraint?: string; table?: string }
  if (code === '23505' && constraint === 'messages_sent_once') return []
  if (code === '23503' && table === 'message_files') throw invalid({ file_ids: ['does not exist'] })
  if (code === '23503' && table === 'mentions') throw invalid({ mentioned_user_ids: ['does not exist'] })
  throw error
}

/** Clients without `mentioned_user_ids` list mentions here, as user objects or as ids. */
function mentionsIn(metadata: MessageDraft['metadata']): number[] {
  const named: unknown[] = Array.isArray(metadata?.mentions) ? metadata.mentions.slice(0, MAX_MENTIONS) : []
  return named
    .map((person) => (typeof person === 'object' && person && 'id' in person ? person.id : person))
    .filter((id): id is number => Number.isSafeInteger(id))
}

const MAX_MENTIONS = 100
