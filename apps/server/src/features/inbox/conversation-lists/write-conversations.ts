import { Conversation, Message } from '@papercups/contract'
import type { Conversation as ConversationAnswer, ConversationPage } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { declaredJson, writeElements } from '../../../platform/http/stream-json.js'
import { listMessages } from '../messages/queries.js'
import { expand, type NumberedRow } from './expand.js'
import { findConversations, type ListOptions } from './list-conversations.js'

/** The most messages per conversation for a caller who names no limit. */
export const MAX_MESSAGES = 1_000
/** The most messages in memory at a time. */
export const AT_ONCE = 200

/** The characters of all messages in a list from which on it is long. */
const LONG = 200_000

const toJson = declaredJson(Conversation)
const messageToJson = declaredJson(Message)

type WithMatch = <T extends { id: string }>(conversation: T) => T
const unchanged: WithMatch = (conversation) => conversation

/** A page of the list, as parts of a JSON text. */
export async function* writePage(account: Account, options: ListOptions) {
  const { rows, page, withMatch } = await findConversations(account, options)
  let separator = '{"data":['
  for (const group of inGroups(rows)) {
    for await (const part of writeGroup(account, group, withMatch)) {
      yield separator + part
      separator = ''
    }
    separator = ','
  }
  yield `${rows.length > 0 ? '' : separator}],${JSON.stringify(page).slice(1)}`
}

/** A list of long messages is written in pieces, because it would hold up everybody else. */
export const isLong = ({ data }: ConversationPage) =>
  data.reduce((sum, { messages }) => sum + lengthOf(messages), 0) > LONG

const lengthOf = (messages: ConversationAnswer['messages']) =>
  messages.reduce((sum, { body }) => sum + (body?.length ?? 0), 0)

/** A page that was read already, as parts of a JSON text. */
export async function* writeRead({ data, ...page }: ConversationPage) {
  yield '{"data":['
  yield* writeElements(data, toJson)
  yield `],${JSON.stringify(page).slice(1)}`
}

/** One conversation or null, as parts of a JSON text. */
export async function* writeOne(account: Account, row: NumberedRow | undefined) {
  let opening = '{"data":'
  for await (const part of row ? writeGroup(account, [row], unchanged) : ['null']) {
    yield opening + part
    opening = ''
  }
  yield '}'
}

/** Short conversations are read together; a long one is read alone. */
function inGroups(rows: NumberedRow[]) {
  const groups: NumberedRow[][] = []
  let room = 0
  for (const row of rows) {
    const group = groups.at(-1)
    if (group && messagesOf(row) <= room) group.push(row)
    else {
      groups.push([row])
      room = AT_ONCE
    }
    room -= messagesOf(row)
  }
  return groups
}

const messagesOf = ({ last_seq }: NumberedRow) => Math.min(last_seq, MAX_MESSAGES)

async function* writeGroup(account: Account, rows: NumberedRow[], withMatch: WithMatch) {
  const [first] = rows
  if (first && messagesOf(first) > AT_ONCE) return yield* writeLong(account, first, withMatch)
  const conversations = await expand(account, rows, MAX_MESSAGES)
  yield* writeElements(conversations, (conversation) => toJson(withMatch(conversation)))
}

async function* writeLong(account: Account, row: NumberedRow, withMatch: WithMatch) {
  const [conversation] = await expand(account, [row], 1)
  if (!conversation) return
  const { messages: _newest, ...head } = conversation
  const before = row.last_seq - MAX_MESSAGES
  const more = { has_more: before > 0, messages_before: before > 0 ? before + 1 : null }
  yield `${toJson(withMatch({ ...head, ...more })).slice(0, -1)},"messages":[`
  let separator = ''
  for (let after = Math.max(0, before); ;) {
    const messages = await listMessages(account, row.id, { after, limit: AT_ONCE })
    // Messages that arrived while we wrote belong to the next read.
    const wanted = messages.filter(({ seq }) => seq <= row.last_seq)
    const last = wanted.at(-1)
    if (!last) break
    yield separator
    yield* writeElements(wanted, messageToJson)
    separator = ','
    after = last.seq
  }
  yield ']}'
}
