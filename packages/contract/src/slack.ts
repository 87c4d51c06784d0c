import { Type, type Static } from 'typebox'
import { Nullable, Timestamp, Uuid } from './scalars.js'

const text = Nullable(Type.String())

export const SlackSettings = Type.Object({
  /** Every message in a connected channel opens a conversation. */
  sync_all_incoming_threads: Type.Boolean(),
  /** A message opens a conversation when somebody reacts to it with the emoji. */
  sync_by_emoji_tagging: Type.Boolean(),
  sync_trigger_emoji: Type.String(),
  forward_synced_messages_to_reply_channel: Type.Boolean(),
})
export type SlackSettings = Static<typeof SlackSettings>

/** A connection to Slack. Its tokens never leave the server. */
export const SlackAuthorization = Type.Object({
  id: Uuid,
  object: Type.Literal('slack_authorization'),
  account_id: Uuid,
  inbox_id: Nullable(Uuid),
  channel: text,
  channel_id: text,
  configuration_url: text,
  team_id: text,
  team_name: text,
  created_at: Timestamp,
  updated_at: Timestamp,
  settings: SlackSettings,
})
export type SlackAuthorization = Static<typeof SlackAuthorization>

/** Where a conversation is in Slack. */
export const SlackThread = Type.Object({
  id: Uuid,
  object: Type.Literal('slack_conversation_thread'),
  account_id: Uuid,
  conversation_id: Uuid,
  created_at: Timestamp,
  updated_at: Timestamp,
  slack_channel: Type.String(),
  slack_thread_ts: Type.String(),
  permalink: text,
  slack_channel_name: text,
})
export type SlackThread = Static<typeof SlackThread>
