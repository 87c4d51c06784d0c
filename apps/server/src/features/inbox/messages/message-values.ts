import type { Message } from '@papercups/contract'

/** The values of a stored message. Without `user_id` and `customer_id` the author is the conversation's customer. */
export interface MessageValues {
  conversation_id: string
  id: string
  customer_id: string | null
  user_id: number | null
  body: string | null
  type: Message['type']
  private: boolean
  source: Message['source']
  content_type: string
  sent_at: string | null
  subject: string | null
  /** JSON. */
  metadata: string | null
  client_message_id: string | null
  /** Leaves the conversation's assignee, read state and first reply unchanged. */
  keeps_state: boolean
  /** The user who posts in a customer's name. */
  posted_by: number | null
}

export interface AttachmentValues extends MessageValues {
  file_ids: string[]
  /** All have to be users of the account. */
  mentioned_user_ids: number[]
  /** Users of other accounts are ignored. */
  metadata_user_ids: number[]
}

const MESSAGE = [
  'conversation_id',
  'id',
  'customer_id',
  'user_id',
  'body',
  'type',
  'private',
  'source',
  'content_type',
  'sent_at',
  'subject',
  'metadata',
  'client_message_id',
  'keeps_state',
  'posted_by',
] as const satisfies Array<keyof MessageValues>

const ATTACHMENTS = [...MESSAGE, 'file_ids', 'mentioned_user_ids', 'metadata_user_ids'] as const satisfies Array<
  keyof AttachmentValues
>

const number = <N extends string>(names: readonly N[], first: number) =>
  Object.fromEntries(names.map((name, index) => [name, `$${first + index}`])) as Record<N, string>

/** `$.user_id` is `$5`: the number follows from the list above. `$1` is the account's id. */
export const $ = number(ATTACHMENTS, 2)

/** The numbers of the parameters that follow those of a message without attachments. */
export const parametersAfterMessage = <N extends string>(names: readonly N[]) => number(names, MESSAGE.length + 2)

export const messageParameters = (values: MessageValues) => MESSAGE.map((name) => values[name])
export const attachmentParameters = (values: AttachmentValues) => ATTACHMENTS.map((name) => values[name])
