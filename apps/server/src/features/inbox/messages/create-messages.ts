import type { Message } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { jsonParameter } from '../../../platform/json-parameter.js'
import type { Statement } from '../../../platform/statement.js'
import { toFile, type FileRow } from '../files/queries.js'
import { announceStored } from './announce-stored.js'
import { toMessage } from './present.js'
import { hasContent } from './require-content.js'
import { toMessageRow } from './store-message.js'
import type { GivenMessage, StoredOfGroup } from './store-messages.js'

export interface GroupedMessage extends GivenMessage {
  /** The attachments, which are among the rows that the statement stores. */
  files: FileRow[]
  /** More fields for the statement. */
  together: object
}

/**
 * Stores new messages of customers with one statement. Returns those that it stored. The others have to be created alone: a message
 * without content, the second one in a conversation, and one whose conversation is missing, deleted or locked.
 */
export async function createMessages(
  account: Account,
  statement: Statement<StoredOfGroup>,
  messages: GroupedMessage[],
): Promise<Message[]> {
  const of_conversation = new Map<string, GroupedMessage>()
  for (const message of messages) {
    const { body, files, conversation_id } = message
    if (hasContent(body, files) && !of_conversation.has(conversation_id)) of_conversation.set(conversation_id, message)
  }
  const drafts = [...of_conversation.values()]
  const given = drafts.map(({ files: _, together, ...message }) => ({ ...message, ...together }))
  const customer_ids = [...new Set(drafts.map(({ customer_id }) => customer_id))]
  const rows = await account.run(statement, jsonParameter(given), [...of_conversation.keys()], customer_ids)
  const stored = new Map(rows.map(({ message_id, ...row }) => [message_id, row]))
  return drafts.flatMap((draft) => {
    const row = stored.get(draft.id)
    if (!row) return []
    const { id, body, source } = draft
    const written = { id, body, source, user_id: null, type: 'reply', content_type: 'text', private: false } as const
    const message = toMessage(toMessageRow(account.id, written, row), draft.files.map(toFile))
    announceStored(account, message, row)
    return [message]
  })
}
