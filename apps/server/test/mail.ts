import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import type { KeptMail } from '../src/platform/mail/mailbox.js'
import { databaseOf } from '../src/platform/database/of.js'
import type { TestServer } from './server.js'

const WAIT = { timeout: 20_000, interval: 50 }

/** The mails of all accounts, newest first. */
export async function mailsTo({ platform }: TestServer, address: string): Promise<KeptMail[]> {
  const folder = join(platform.config.data_dir, 'mailbox')
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^[^.].*\.json$/.test(name)).sort()
  const mails = await Promise.all(names.toReversed().map((name) => readFile(join(folder, name), 'utf8')))
  return mails.map((text) => JSON.parse(text) as KeptMail).filter(({ to }) => to.includes(address))
}

/** Waits for the newest mail to a recipient with that subject. `after`: the number of earlier ones. */
export async function mailTo(server: TestServer, address: string, subject: string | RegExp, after = 0) {
  const fitting = async () =>
    (await mailsTo(server, address)).filter((mail) =>
      typeof subject === 'string' ? mail.subject === subject : subject.test(mail.subject),
    )
  await expect.poll(async () => (await fitting()).length, WAIT).toBeGreaterThan(after)
  const [newest] = await fitting()
  if (!newest) throw new Error('the mail is gone again')
  return newest
}

/** Resolves when all jobs enqueued so far have run. */
export async function jobsDone({ platform }: TestServer) {
  const { pool } = databaseOf(platform)
  const waiting = async () => {
    const { rows } = await pool.query<{ count: number }>(
      'select count(*)::int as count from graphile_worker.jobs where run_at <= now()',
    )
    return rows[0]?.count
  }
  await vi.waitFor(async () => expect(await waiting()).toBe(0), WAIT)
}

/** Resolves when the event log is read up to now and its jobs have run. */
export async function reactionsDone(server: TestServer) {
  const { pool } = databaseOf(server.platform)
  const unread = async () => {
    const { rowCount } = await pool.query(
      'select from events where (txid, id) > all (select last_txid, last_event_id from event_readers)',
    )
    return rowCount
  }
  await vi.waitFor(async () => expect(await unread()).toBe(0), WAIT)
  await jobsDone(server)
}

/** The `?token=` of a mail's link. It must be the same in text and HTML. */
export function tokenIn({ text, html }: KeptMail) {
  const token = /[?&]token=([\w-]+)/.exec(text)?.[1] ?? ''
  expect(html).toContain(token)
  return token
}
