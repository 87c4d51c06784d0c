import { ServiceAnswerError } from '../../../features/channels/chat-services/call-service.js'
import { callGoogle, type GoogleCaller } from '../google-api.js'
import { googleUrls } from '../google-urls.js'

/** What Gmail says of a mail without its content. */
export interface GmailMessage {
  id: string
  threadId: string
  labelIds?: string[]
  /** Milliseconds. */
  internalDate?: string
  historyId?: string
}

type Values = Record<string, string | number | string[] | undefined>

/** https://developers.google.com/workspace/gmail/api/reference/rest */
function readGmail<T extends object>(caller: GoogleCaller, path: string, values: Values = {}, max_bytes?: number) {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    for (const one of [value].flat()) if (one !== undefined) query.append(name, String(one))
  const url = `${googleUrls(caller.platform).gmail}/${path}?${query.toString()}`
  return callGoogle<T>(caller, url, max_bytes ? { max_bytes } : {})
}

/** Undefined if Gmail does not know it, for example because somebody deleted it. */
async function unlessGone<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ServiceAnswerError && error.status === 404) return undefined
    throw error
  }
}

interface Profile {
  emailAddress: string
  historyId: string
}

export const getProfile = (caller: GoogleCaller) => readGmail<Profile>(caller, 'profile')

interface ThreadPage {
  threads?: Array<{ id: string }>
  nextPageToken?: string
}

/** Newest first. Without spam and trash. */
export const listThreads = (caller: GoogleCaller, since: Date, pageToken: string | undefined) =>
  readGmail<ThreadPage>(caller, 'threads', {
    q: `after:${Math.floor(since.getTime() / 1_000)}`,
    maxResults: 500,
    pageToken,
  })

interface HistoryPage {
  history?: Array<{ messagesAdded?: Array<{ message: GmailMessage }> }>
  historyId: string
  nextPageToken?: string
}

/** Undefined if the place is too old: Gmail keeps a week or more. */
export const listHistory = (caller: GoogleCaller, startHistoryId: string, pageToken: string | undefined) =>
  unlessGone(
    readGmail<HistoryPage>(caller, 'history', {
      startHistoryId,
      historyTypes: 'messageAdded',
      maxResults: 500,
      pageToken,
    }),
  )

/** The mails of a thread, oldest first. Undefined if it was deleted. */
export const getThread = (caller: GoogleCaller, id: string) =>
  unlessGone(readGmail<{ messages?: GmailMessage[] }>(caller, `threads/${id}`, { format: 'minimal' }))

/** Undefined if it was deleted. */
export async function getRawMail(caller: GoogleCaller, id: string, max_bytes: number) {
  const path = `messages/${id}`
  // Base64, and the JSON around it.
  const longest = Math.ceil(max_bytes * 1.37) + 64_000
  const mail = await unlessGone(readGmail<GmailMessage & { raw: string }>(caller, path, { format: 'raw' }, longest))
  return mail && { ...mail, raw: Buffer.from(mail.raw, 'base64url') }
}

interface Headers {
  payload?: { headers?: Array<{ name: string; value: string }> }
}

/** Some headers of a mail, by their names in lower case. */
export async function getHeaders(caller: GoogleCaller, id: string, names: string[]) {
  const values = { format: 'metadata', metadataHeaders: names }
  const { payload } = await readGmail<Headers>(caller, `messages/${id}`, values)
  return new Map(payload?.headers?.map(({ name, value }) => [name.toLowerCase(), value]))
}

/** The newest mails that were sent after a time. */
export const listSent = (caller: GoogleCaller, since: Date) =>
  readGmail<{ messages?: GmailMessage[] }>(caller, 'messages', {
    q: `in:sent after:${Math.floor(since.getTime() / 1_000)}`,
    maxResults: 100,
  })

const BOUNDARY = 'papercups-mail'

/** Sends a raw mail. The way for uploads, because the other one takes only small mails. */
export function sendRaw(caller: GoogleCaller, raw: Buffer, threadId: string | undefined) {
  const parts = [
    `--${BOUNDARY}\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n${JSON.stringify({ threadId })}\r\n`,
    `--${BOUNDARY}\r\nContent-Type: message/rfc822\r\n\r\n${raw.toString('latin1')}\r\n--${BOUNDARY}--\r\n`,
  ]
  return callGoogle<GmailMessage>(
    caller,
    `${googleUrls(caller.platform).gmail_upload}/messages/send?uploadType=multipart`,
    {
      method: 'POST',
      headers: { 'content-type': `multipart/related; boundary=${BOUNDARY}` },
      body: parts.join(''),
    },
  )
}

/** Asks Gmail to tell a Pub/Sub topic about new mail. It ends after a week. */
export const watchMailbox = (caller: GoogleCaller, topicName: string) =>
  callGoogle<{ expiration: string }>(caller, `${googleUrls(caller.platform).gmail}/watch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ topicName }),
  })
