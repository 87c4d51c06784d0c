import type { Message } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { defineStatement } from '../../../platform/statement.js'
import { createMessage, type Author, type MessageDraft } from '../../inbox/messages/create-message.js'
import { $, parametersAfterMessage } from '../../inbox/messages/message-values.js'
import { storeTogether } from '../../inbox/messages/store-message.js'
import type { ThreadKey } from './threads.js'

export interface IncomingPost {
  service: string
  channel_id: string
  post_id: string
}

/** Stores a post as a message. A post that was taken or sent before is ignored. */
export function takeMessage(
  account: Account,
  { service, channel_id, post_id }: IncomingPost,
  author: Author,
  draft: MessageDraft,
): Promise<Message | undefined> {
  return account.transaction(async (account) => {
    const id = crypto.randomUUID()
    const [taken] = await account.run(takePost, id, service, channel_id, post_id, draft.conversation_id)
    return taken && createMessage(account, author, draft, { id })
  })
}

/** A reference to the conversation locks it less than its message does, so two posts without the lock could deadlock. */
const takePost = defineStatement<{ conversation_id: string }>(
  'chat-services.take-post',
  `with conversation as (
    select id from conversations where account_id = $1 and id = $6::uuid for update
  ), active as (
    update connected_services set last_activity_at = now()
    where account_id = $1 and service = $3 and channel_id = $4
      and (last_activity_at is null or last_activity_at < now() - interval '1 minute')
      and exists (select from conversation)
  )
  insert into service_posts (account_id, conversation_id, message_id, service, channel_id, post_id)
  select $1, id, $2, $3, $4, $5 from conversation
  on conflict (account_id, service, channel_id, post_id) do nothing
  returning conversation_id`,
)

/**
 * Stores a customer's post in a known thread at once, without an event and its job. Undefined if it has to be an event: the
 * thread is new, an earlier event of this key waits, or the post was taken before.
 */
export async function takeAtOnce(
  account: Account,
  post_id: string,
  { service, channel_id, thread_id }: ThreadKey,
  order_key: string,
  draft: Omit<MessageDraft, 'conversation_id'>,
): Promise<Message | undefined> {
  const [thread] = await account.run(findReadyThread, service, channel_id, thread_id, order_key)
  if (!thread) return undefined
  const together = { statements: storePost, values: [service, channel_id, post_id], files: [] }
  return createMessage(account, 'visitor', { ...draft, ...thread }, { together }).catch((error: unknown) => {
    if (isTakenBefore(error)) return undefined
    throw error
  })
}

const findReadyThread = defineStatement<{ conversation_id: string }>(
  'chat-services.find-ready-thread',
  `select t.conversation_id from service_threads t
  where t.account_id = $1 and t.service = $2 and t.channel_id = $3 and t.thread_id = $4
    and not exists (select from service_events e
      where e.account_id = $1 and e.service = $2 and e.order_key = $5 and e.status = 'waiting')`,
)

const $p = parametersAfterMessage(['service', 'channel_id', 'post_id'] as const)

/** A message and its post in one statement. A post that was taken before breaks a unique key, and nothing is stored. */
const storePost = storeTogether(
  'post',
  `, taken as (
    insert into service_posts (account_id, conversation_id, message_id, service, channel_id, post_id)
    select c.account_id, c.id, ${$.id}::uuid, ${$p.service}, ${$p.channel_id}, ${$p.post_id} from conversation c
  ), active as (
    update connected_services s set last_activity_at = now() from conversation c
    where s.account_id = c.account_id and s.service = ${$p.service} and s.channel_id = ${$p.channel_id}
      and (s.last_activity_at is null or s.last_activity_at < now() - interval '1 minute')
  )`,
)

function isTakenBefore(error: unknown) {
  const { code, table } = error as { code?: string; table?: string }
  return code === '23505' && table === 'service_posts'
}
