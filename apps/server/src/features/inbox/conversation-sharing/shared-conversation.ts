import type { File, Message, SharedConversation, SharedMessage } from '@papercups/contract'
import { createHmac } from 'node:crypto'
import type { Account } from '../../../platform/account.js'
import { forbidden, notFound } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { toInstant, toTimestamp } from '../../../platform/wire-time.js'
import { findAccount } from '../../account/accounts/unscoped.js'
import { getConversation } from '../conversations/queries.js'
import { listMessages } from '../messages/queries.js'
import { findShare } from './unscoped.js'

const MAX_MESSAGES = 1_000

/** The read-only view that a share link opens. */
export async function openShared(platform: Platform, token: string): Promise<SharedConversation> {
  const { account, conversation, expires_at } = await findByToken(platform, token)
  const [row, customer, messages] = await Promise.all([
    findAccount(platform, account.id),
    account.from('customers').select('name').where('id', '=', conversation.customer_id).executeTakeFirst(),
    publicMessages(account, conversation.id),
  ])
  const shown = messages.slice(-MAX_MESSAGES)
  return {
    object: 'shared_conversation',
    company_name: row?.company_name ?? '',
    customer_name: nameOrNull(customer?.name),
    subject: conversation.subject,
    created_at: toTimestamp(conversation.created_at),
    expires_at: toInstant(expires_at),
    expires_in: Math.max(0, Math.floor((expires_at.getTime() - Date.now()) / 1_000)),
    messages: shown.map((message) => toSharedMessage(message, (file) => fileUrl(platform, token, file))),
    has_more: shown.length < messages.length,
  }
}

/** A file of the conversation, under a name that only this link has. The file's own URL would outlive the link. */
export async function getSharedFile(platform: Platform, token: string, name: string) {
  const { account, conversation } = await findByToken(platform, token)
  const messages = await publicMessages(account, conversation.id)
  const files = messages.flatMap((message) => message.attachments)
  const file = files.find((each) => fileName(token, each) === name)
  if (!file) throw notFound('File')
  const row = account.from('files').select('unique_filename').where('id', '=', file.id)
  const { unique_filename } = await row.executeTakeFirstOrThrow(() => notFound('File'))
  if (!unique_filename) throw notFound('File')
  return unique_filename
}

async function findByToken(platform: Platform, token: string) {
  const share = await findShare(platform, token)
  if (!share) throw forbidden('Access denied!')
  if (share.revoked_at || share.expires_at <= new Date()) throw forbidden('This link has expired')
  const conversation = await getConversation(share.account, share.conversation_id)
  if (conversation.archived_at) throw notFound('Conversation')
  return { account: share.account, conversation, expires_at: share.expires_at }
}

const publicMessages = (account: Account, conversation_id: string) =>
  listMessages(account, conversation_id, { limit: MAX_MESSAGES + 1, public_only: true })

function toSharedMessage(message: Message, urlOf: (file: File) => string): SharedMessage {
  const { body, created_at, customer, user } = message
  const author = message.type === 'bot' ? 'bot' : message.customer_id ? 'customer' : 'agent'
  return {
    author,
    name: nameOrNull(author === 'customer' ? customer?.name : (user?.display_name ?? user?.full_name)),
    body,
    created_at,
    mentions: mentionedNames(message.metadata),
    email: emailOf(message),
    attachments: message.attachments.map((file) => {
      const { filename, content_type, size } = file
      return { filename, content_type, size, url: urlOf(file) }
    }),
  }
}

const fileName = (token: string, { id }: File) =>
  createHmac('sha256', token).update(id).digest('base64url').slice(0, 22)

function fileUrl({ config }: Platform, token: string, file: File) {
  const query = new URLSearchParams({ token, file: fileName(token, file) })
  return `${config.base_url}/api/conversations/shared/file?${query.toString()}`
}

function emailOf({ source, metadata }: Message) {
  if (source !== 'email') return null
  const subject = textOrNull(metadata?.ses_subject) ?? textOrNull(metadata?.gmail_subject)
  const html = textOrNull(metadata?.ses_html)
  return subject || html ? { subject, html } : null
}

/** Metadata may hold anything, even a colleague's email, so only names are taken from it. */
function mentionedNames(metadata: Message['metadata']) {
  const mentions: unknown[] = Array.isArray(metadata?.mentions) ? metadata.mentions.slice(0, 50) : []
  return mentions.flatMap((person) => {
    const name =
      typeof person === 'object' && person && 'display_name' in person ? textOrNull(person.display_name) : null
    return name && name.length <= 255 ? [name] : []
  })
}

const textOrNull = (value: unknown) => (typeof value === 'string' && value.trim() ? value : null)

/** Some people and imports put an email into the name. */
const nameOrNull = (name: string | null | undefined) => (name?.trim() && !/\S@\S/.test(name) ? name.trim() : null)
