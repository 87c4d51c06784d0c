/** A `message` event, as far as it is read: https://docs.slack.dev/reference/events/message */
export interface SlackMessage {
  type: 'message'
  subtype?: string
  channel: string
  user?: string
  bot_id?: string
  text?: string
  ts: string
  thread_ts?: string
  team?: string
  inviter?: string
  files?: SlackFile[]
  /** Of `message_changed` and `message_deleted`. */
  message?: SlackMessage
  previous_message?: SlackMessage
  deleted_ts?: string
}

export interface SlackFile {
  name?: string
  title?: string
  size?: number
  url_private_download?: string
}

export interface SlackReaction {
  type: 'reaction_added'
  user: string
  reaction: string
  item: { type: string; channel: string; ts: string }
}

/** A button was pressed: https://docs.slack.dev/reference/interaction-payloads/block_actions-payload */
export interface SlackAction {
  type: 'block_actions'
  team?: { id?: string }
  user?: { id?: string }
  channel?: { id?: string }
  message?: { ts?: string }
  actions?: Array<{ action_id?: string; action_ts?: string; value?: string }>
}

/** The app was removed from the workspace, or tokens were revoked: https://docs.slack.dev/reference/events/tokens_revoked */
export interface SlackRevocation {
  type: 'app_uninstalled' | 'tokens_revoked'
  /** Of `tokens_revoked`: whose tokens, as ids of users. */
  tokens?: { bot?: string[] }
  /** In seconds. */
  event_time?: number
}

/** An event as it is stored, with the team that sent it. */
export interface StoredEvent {
  team_id: string | null
  event: SlackMessage | SlackReaction | SlackAction | SlackRevocation | { type: 'other' }
}

/** The thread that a message belongs to: its own, if it starts one. */
export const threadOf = ({ thread_ts, ts, message, previous_message }: SlackMessage): string =>
  thread_ts ?? (message ?? previous_message)?.thread_ts ?? (message ?? previous_message)?.ts ?? ts

/** Slack's `1709284505.000200` as a time. */
export function timeOf(ts: string): string {
  const ms = Number(ts) * 1_000
  return new Date(Number.isFinite(ms) && ms > 0 && ms < 8e15 ? ms : Date.now()).toISOString()
}
