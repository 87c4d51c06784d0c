import type { Answer, ApiCall } from './stand-in.js'

export interface StoredMail {
  id: string
  threadId: string
  labelIds: string[]
  /** Milliseconds. */
  internalDate: string
  raw: Buffer
  historyId: number
}

interface Mailbox {
  mails: StoredMail[]
  history_id: number
  /** Older places in the history are gone. */
  oldest_history: number
}

export interface NewMail {
  threadId?: string
  labels?: string[]
  date?: Date
}

const PAGE = 100

/** The mailboxes of Gmail, with their threads and their history. */
export function createMailboxes() {
  const mailboxes = new Map<string, Mailbox>()
  let count = 0x18e00000000

  const open = (email: string) => {
    const known = mailboxes.get(email)
    if (known) return known
    const mailbox = { mails: [], history_id: 1_000, oldest_history: 0 }
    mailboxes.set(email, mailbox)
    return mailbox
  }
  const headerOf = (raw: Buffer, name: string) =>
    new RegExp(`^${name}:\\s*(.+(?:\\r?\\n[ \\t].+)*)`, 'im').exec(
      raw.toString('latin1').split(/\r?\n\r?\n/)[0] ?? '',
    )?.[1]
  /** Gmail groups a mail with the mails that it answers. */
  const threadOf = ({ mails }: Mailbox, raw: Buffer) => {
    const answered = `${headerOf(raw, 'In-Reply-To') ?? ''} ${headerOf(raw, 'References') ?? ''}`.match(/<[^<>\s]+>/g)
    return mails.find((mail) => answered?.includes(headerOf(mail.raw, 'Message-ID') ?? ''))?.threadId
  }
  const add = (email: string, raw: Buffer, { threadId, labels = ['INBOX', 'UNREAD'], date }: NewMail = {}) => {
    const mailbox = open(email)
    const id = (++count).toString(16)
    const mail: StoredMail = {
      id,
      threadId: threadId ?? threadOf(mailbox, raw) ?? id,
      labelIds: labels,
      internalDate: String((date ?? new Date()).getTime()),
      raw,
      historyId: ++mailbox.history_id,
    }
    mailbox.mails.push(mail)
    return mail
  }
  /** Gmail replaces the Message-ID of mails that are sent over the API. */
  const send = (email: string, { raw: encoded, threadId }: { raw: string; threadId?: string }) => {
    const given = Buffer.from(encoded, 'base64url').toString('latin1')
    const raw = given.replace(/^Message-ID:.*$/im, () => `Message-ID: <CA${(count + 1).toString(16)}@mail.gmail.com>`)
    const sent = Buffer.from(raw, 'latin1')
    return add(email, sent, { labels: ['SENT'], ...(threadId && { threadId }) })
  }

  const withoutRaw = ({ raw: _, ...mail }: StoredMail) => ({ ...mail, historyId: String(mail.historyId) })
  const paged = <T>(all: T[], query: URLSearchParams, most = PAGE) => {
    const start = Number(query.get('pageToken') ?? 0)
    const end = start + Math.min(Number(query.get('maxResults') ?? most), most)
    return { page: all.slice(start, end), ...(end < all.length && { nextPageToken: String(end) }) }
  }
  const readMail = (mail: StoredMail | undefined, query: URLSearchParams): Answer => {
    if (!mail) return { status: 404, reason: 'notFound' }
    if (query.get('format') === 'raw') return { body: { ...withoutRaw(mail), raw: mail.raw.toString('base64url') } }
    const headers = query.getAll('metadataHeaders').flatMap((name) => {
      const value = headerOf(mail.raw, name)
      return value ? [{ name, value }] : []
    })
    return { body: { ...withoutRaw(mail), payload: { headers } } }
  }
  const isListed = ({ labelIds }: StoredMail) => !labelIds.includes('SPAM') && !labelIds.includes('TRASH')
  const readHistory = (mailbox: Mailbox, query: URLSearchParams): Answer => {
    const start = Number(query.get('startHistoryId'))
    if (start < mailbox.oldest_history) return { status: 404, reason: 'notFound' }
    const added = mailbox.mails.filter((mail) => mail.historyId > start)
    const { page, nextPageToken } = paged(added, query)
    const history = page.map((mail) => ({
      id: String(mail.historyId),
      messagesAdded: [{ message: { id: mail.id, threadId: mail.threadId, labelIds: mail.labelIds } }],
    }))
    const more = nextPageToken && { nextPageToken }
    return { body: { ...(history.length > 0 && { history }), historyId: String(mailbox.history_id), ...more } }
  }
  const listThreads = ({ mails }: Mailbox, query: URLSearchParams): Answer => {
    const since = Number(/after:(\d+)/.exec(query.get('q') ?? '')?.[1] ?? 0) * 1_000
    const recent = mails.filter((mail) => isListed(mail) && Number(mail.internalDate) >= since).toReversed()
    const ids = [...new Set(recent.map(({ threadId }) => threadId))]
    const { page, nextPageToken } = paged(ids, query)
    return {
      body: {
        ...(page.length > 0 && { threads: page.map((id) => ({ id })) }),
        ...(nextPageToken && { nextPageToken }),
      },
    }
  }

  return {
    /** A mail arrives, or somebody writes one in Gmail itself. */
    add,
    mailsOf: (email: string) => open(email).mails,
    /** Every place in the history up to now is forgotten, as Gmail does after about a week. */
    forgetHistory(email: string) {
      const mailbox = open(email)
      mailbox.oldest_history = ++mailbox.history_id
    },
    answer({ method, path, query, values, email }: ApiCall): Answer | undefined {
      const [, call, id] = /^\/gmail\/v1\/users\/me\/(\w+)(?:\/(\w+))?$/.exec(path) ?? []
      if (!call) return undefined
      const mailbox = open(email)
      if (call === 'profile') return { body: { emailAddress: email, historyId: String(mailbox.history_id) } }
      if (call === 'history') return readHistory(mailbox, query)
      if (call === 'watch')
        return { body: { historyId: String(mailbox.history_id), expiration: String(Date.now() + 7 * 86_400_000) } }
      if (call === 'threads' && !id) return listThreads(mailbox, query)
      if (call === 'threads') {
        const messages = mailbox.mails.filter(({ threadId }) => threadId === id)
        return messages.length > 0
          ? { body: { id, messages: messages.map(withoutRaw) } }
          : { status: 404, reason: 'notFound' }
      }
      if (method === 'POST') return { body: withoutRaw(send(email, values)) }
      if (id)
        return readMail(
          mailbox.mails.find((mail) => mail.id === id),
          query,
        )
      const sent = mailbox.mails.filter(({ labelIds }) => labelIds.includes('SENT')).toReversed()
      return { body: { messages: paged(sent, query).page.map(({ id, threadId }) => ({ id, threadId })) } }
    },
  }
}
