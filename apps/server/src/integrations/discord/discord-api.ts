import { callService, readJson, ServiceAnswerError } from '../../features/channels/chat-services/call-service.js'
import { ServiceError, type ServiceContext } from '../../features/channels/chat-services/chat-service.js'
import type { Platform } from '../../platform/platform.js'

/** Lists are long. */
const MAX_BYTES = 4_000_000
const PAGE = 100
const MAX_PAGES = 50
/** Discord's ids hold their time in milliseconds since then: https://docs.discord.com/developers/reference#snowflakes */
const EPOCH = 1_420_070_400_000n

/** A bot, and how to call Discord as it. */
export interface DiscordAccount {
  platform: Platform
  token: string
}

export const accountOf = ({ platform, connection }: ServiceContext): DiscordAccount => ({
  platform,
  token: connection.secrets.bot_token ?? '',
})

/** An error of Discord with its own code: https://docs.discord.com/developers/topics/opcodes-and-status-codes#json */
export class DiscordError extends ServiceAnswerError {
  readonly code: number | undefined

  constructor(status: number, { message, code }: { message?: unknown; code?: unknown }) {
    super(status, typeof message === 'string' ? message : `status ${status}`)
    this.code = typeof code === 'number' ? code : undefined
  }
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

export async function callDiscord<T extends object>(
  { platform, token }: DiscordAccount,
  method: Method,
  path: string,
  values?: object,
): Promise<T> {
  const { discord_url, base_url } = platform.config
  const response = await callService(platform, `${discord_url}/api/v10/${path}`, {
    method,
    headers: {
      authorization: `Bot ${token}`,
      // Discord refuses bots that do not name themselves in this form.
      'user-agent': `DiscordBot (${base_url}, 1)`,
      ...(values && { 'content-type': 'application/json' }),
    },
    ...(values && { body: JSON.stringify(values) }),
    max_bytes: MAX_BYTES,
  })
  const { status } = response
  if (status === 204) return {} as T
  const answer = readJson<T & { message?: unknown; code?: unknown }>(response)
  if (!answer) throw new ServiceError('unavailable', `unreadable (status ${status})`)
  if (status >= 300) throw new DiscordError(status, answer)
  return answer
}

/** As far as it is read: https://docs.discord.com/developers/resources/message#message-object */
export interface DiscordMessage {
  id: string
  /** 0 is a message, and 19 a reply to one. The others are about events. */
  type: number
  content: string
  timestamp: string
  author: { id: string; username: string; global_name?: string | null; bot?: boolean }
  webhook_id?: string
  mentions?: Array<{ id: string; username: string; global_name?: string | null }>
  attachments?: DiscordFile[]
}

export interface DiscordFile {
  filename: string
  size: number
  url: string
}

/** The messages of a channel or thread after an id, oldest first. */
export async function readMessages(access: DiscordAccount, channel_id: string, after: string) {
  const messages: DiscordMessage[] = []
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const last = messages.at(-1)?.id ?? after
    const path = `channels/${encodeURIComponent(channel_id)}/messages?after=${last}&limit=${PAGE}`
    const found = await callDiscord<DiscordMessage[]>(access, 'GET', path)
    messages.push(...found.toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1)))
    if (found.length < PAGE) break
  }
  return messages
}

/** The smallest id that a message of this time can have. */
export const idAt = (time: Date) => String((BigInt(time.getTime()) - EPOCH) << 22n)
