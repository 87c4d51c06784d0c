import { MAX_BODY } from '@papercups/contract'
import type { ServiceContext } from '../../../features/channels/chat-services/chat-service.js'
import { storePast, type PastConversation } from '../../../features/inbox/past-conversations/store-past.js'
import type { PastMessage } from '../../../features/inbox/past-conversations/store-past-messages.js'
import { reportPast } from '../../../features/reports/reporting/report-past.js'
import type { AccountTransaction } from '../../../platform/account.js'
import { attachFiles } from './attach-files.js'
import { htmlToText } from './html-to-text.js'
import { count, whileRunning, type ImportRow } from './import-state.js'
import type { Importing } from './importing.js'
import { findContact, getConversation } from './intercom-pages.js'
import { isContact, messageIdOf, readEntries, readHistory, toDate, type Entry } from './read-entries.js'
import { findRecord, findRecords, saveRecord, type IntercomRecord } from './records.js'
import { BrokenRecord, readContact, readConversation, type Contact, type Conversation } from './shapes.js'
import { erased, findCustomer, readIfChanged, storeContact } from './take-contact.js'

/** Stores a conversation that is new or has changed, in one transaction. Returns whether the import still runs. */
export async function takeConversation(importing: Importing, listed: { id: string; updated_at: number }) {
  const { context, row } = importing
  const { account } = context
  const before = await findRecord(account, row, 'conversation', listed.id)
  if (before?.version === listed.updated_at) return true
  const conversation = readConversation(await getConversation(context, listed.id))
  const contact = await readWriter(context, conversation)
  const belongings = await readIfChanged(importing, contact)
  const entries = readEntries(conversation).filter(({ part_id }) => !before?.part_ids.includes(part_id))
  const contents = new Map<string, Content>()
  for (const entry of entries) contents.set(entry.part_id, await readContent(importing, entry))

  const taken = await whileRunning(account, row, async (account) => {
    const known = await findRecord(account, row, 'conversation', conversation.id)
    const stored = known && (await findStored(account, known))
    if (known && !stored) throw new BrokenRecord('it was erased here')
    const customer_id = stored?.customer_id ?? (await storeContact(account, row, contact, belongings))
    if (!customer_id) throw erased()
    const fresh = entries.filter(({ part_id }) => !known?.part_ids.includes(part_id))
    const authors = await findAuthors(account, row, fresh)
    const messages = fresh.flatMap((entry) => {
      const content = contents.get(entry.part_id)
      const author = authorOf(importing, entry, authors.get(entry.author.id ?? '') ?? customer_id)
      return content ? [toMessage(row, entry, author, content)] : []
    })
    const past = toPast(importing, conversation, customer_id, messages)
    const { conversation_id, message_ids, follows } = await storePast(account, known?.our_id, past, row.user_id)
    const history = follows ? readHistory(conversation) : undefined
    await reportPast(account, { conversation_id, message_ids, history })
    const part_ids = [...(known?.part_ids ?? []), ...fresh.map(({ part_id }) => part_id)]
    const named = { kind: 'conversation', intercom_id: conversation.id, our_id: conversation_id } as const
    await saveRecord(account, row, { ...named, version: conversation.updated_at, part_ids })
    await count(account, row.id, { conversations_count: 1, messages_count: message_ids.length })
    return true
  })
  return taken !== undefined
}

const findStored = (account: AccountTransaction, { our_id }: IntercomRecord) =>
  account.from('conversations').select('customer_id').where('id', '=', our_id).forUpdate().executeTakeFirst()

/** The contact who wrote. Intercom may have deleted them, and then their name is still at their message. */
async function readWriter(
  context: ServiceContext,
  { id, contacts, source, created_at }: Conversation,
): Promise<Contact> {
  const author = source?.author
  const writer = author && isContact(author) ? author : undefined
  const contact_id = contacts?.contacts?.[0]?.id ?? writer?.id
  const found = contact_id && (await findContact(context, contact_id))
  if (found) return readContact(found)
  if (!contact_id && !writer) throw new BrokenRecord('it has no contact')
  const { name, email } = writer ?? {}
  return { id: contact_id ?? `writer of ${id}`, role: 'lead', name, email, created_at }
}

/** Several contacts may write in one conversation. */
async function findAuthors(account: AccountTransaction, row: ImportRow, entries: Entry[]) {
  const ids = entries.flatMap(({ author }) => (isContact(author) && author.id ? [author.id] : []))
  const found = new Map<string, string>()
  for (const [id, { our_id }] of await findRecords(account, row, 'contact', [...new Set(ids)])) {
    const customer_id = await findCustomer(account, our_id)
    if (customer_id) found.set(id, customer_id)
  }
  return found
}

function authorOf({ teammates }: Importing, { author }: Entry, customer_id: string): PastMessage['author'] {
  if (isContact(author)) return { customer_id }
  const user_id = author.type === 'bot' ? undefined : teammates.userByEmail(author.email)
  return user_id
    ? { user_id }
    : { name: author.name?.trim().slice(0, 255) || (author.type === 'bot' ? 'Bot' : 'Teammate') }
}

interface Content {
  body: string | null
  file_ids: string[]
}

async function readContent({ context, row }: Importing, { html, attachments }: Entry): Promise<Content> {
  const { text, images } = htmlToText(html)
  const all = [...attachments, ...images.map((url) => ({ url }))]
  const { file_ids, links } = await attachFiles(context, all, row.user_id)
  const body = [text, ...links].filter(Boolean).join('\n\n').slice(0, MAX_BODY).toWellFormed()
  return { body: body || null, file_ids }
}

function toMessage(row: ImportRow, entry: Entry, author: PastMessage['author'], content: Content): PastMessage {
  const { part_id, at, is_note } = entry
  const type = is_note ? 'note' : entry.author.type === 'bot' ? 'bot' : 'reply'
  return { client_message_id: messageIdOf(row.workspace_id, part_id), author, type, at, ...content }
}

function toPast(
  { teammates }: Importing,
  conversation: Conversation,
  customer_id: string,
  messages: PastMessage[],
): PastConversation {
  const { id, title, source, created_at, state, priority, snoozed_until, admin_assignee_id, tags } = conversation
  const history = readHistory(conversation)
  const until = snoozed_until ? toDate(snoozed_until) : null
  const isSnoozed = state === 'snoozed' && (!until || until.getTime() > Date.now())
  const { text: subject } = htmlToText(title || source?.subject || '')
  return {
    customer_id,
    created_at: toDate(created_at),
    subject: subject.replaceAll('\n', ' ').slice(0, 255).toWellFormed() || null,
    metadata: { intercom_conversation_id: id },
    state: {
      status: state === 'closed' ? 'closed' : 'open',
      closed_at: state === 'closed' ? (history.at(-1)?.at ?? toDate(conversation.updated_at)) : null,
      priority: priority === 'priority' ? 'priority' : 'not_priority',
      assignee_id: teammates.assigneeById(admin_assignee_id) ?? null,
      ...(isSnoozed && { snoozed_until: until }),
    },
    tags: [...new Set((tags?.tags ?? []).flatMap(({ name }) => name?.trim().slice(0, 255) || []))],
    messages: messages.filter(({ body, file_ids }) => body || file_ids.length > 0),
  }
}
