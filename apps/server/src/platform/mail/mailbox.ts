import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Transport } from './mailer.js'

const KEPT = 200
const ID = /^\d{17}-[0-9a-f]{12}$/

export interface KeptMail {
  id: string
  account_id: string
  sent_at: string
  from: string
  to: string[]
  cc: string[]
  bcc: string[]
  reply_to: string | null
  subject: string
  text: string
  html: string | null
  attachments: Array<{ filename: string; content_type: string; size: number }>
}

export type MailSummary = Pick<KeptMail, 'id' | 'sent_at' | 'from' | 'to' | 'subject'>

/** Mail that was not sent because no mail server is configured, newest first. Only the latest of all accounts are kept. */
export interface Mailbox {
  list(account_id: string): Promise<MailSummary[]>
  find(account_id: string, id: string): Promise<KeptMail | undefined>
  empty(account_id: string): Promise<void>
  readonly transport: Transport
}

export function openMailbox(folder: string): Mailbox {
  const pathOf = (id: string) => join(folder, `${id}.json`)

  async function ids() {
    const names = await readdir(folder).catch(() => [])
    return names
      .flatMap((name) => (ID.test(name.slice(0, -5)) && name.endsWith('.json') ? [name.slice(0, -5)] : []))
      .sort()
  }

  async function find(account_id: string, id: string) {
    if (!ID.test(id)) return undefined
    const text = await readFile(pathOf(id), 'utf8').catch(() => undefined)
    const mail = text === undefined ? undefined : (JSON.parse(text) as KeptMail)
    return mail?.account_id === account_id ? mail : undefined
  }

  async function all(account_id: string) {
    const mails = await Promise.all((await ids()).toReversed().map((id) => find(account_id, id)))
    return mails.flatMap((mail) => mail ?? [])
  }

  async function keep(mail: KeptMail) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const draft = join(folder, `.${mail.id}`)
    await writeFile(draft, JSON.stringify(mail), { mode: 0o600 })
    await rename(draft, pathOf(mail.id))
    const old = (await ids()).slice(0, -KEPT)
    await Promise.all(old.map((id) => rm(pathOf(id), { force: true })))
  }

  return {
    list: async (account_id) => (await all(account_id)).map(summarize),
    find,
    async empty(account_id) {
      await Promise.all((await all(account_id)).map(({ id }) => rm(pathOf(id), { force: true })))
    },
    transport: keepingTransport(keep),
  }
}

const summarize = ({ id, sent_at, from, to, subject }: KeptMail): MailSummary => ({ id, sent_at, from, to, subject })

function keepingTransport(keep: (mail: KeptMail) => Promise<void>): Transport {
  // Composes the real mail although only its parts are kept, so that errors show here and not in production.
  const mime = createTransport({ streamTransport: true, buffer: true })
  return {
    async send(mail) {
      const { messageId } = await mime.sendMail(mail)
      const { account_id, from, to, cc, bcc, replyTo, subject, text, html, attachments } = mail
      const now = new Date().toISOString()
      await keep({
        id: `${now.replace(/\D/g, '')}-${randomBytes(6).toString('hex')}`,
        account_id,
        sent_at: now,
        from: from.name ? `${from.name} <${from.address}>` : from.address,
        to,
        cc,
        bcc,
        reply_to: replyTo ?? null,
        subject,
        text,
        html: html ?? null,
        attachments: attachments.map(({ filename, contentType, content }) => ({
          filename,
          content_type: contentType,
          size: content.length,
        })),
      })
      return { message_id: messageId, rejected: [] }
    },
    close: () => mime.close(),
  }
}
