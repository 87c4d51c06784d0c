import { beforeAll, expect, test } from 'vitest'
import { connectGoogle, GOOGLE_ENV } from '../google/google-story.js'
import { startGoogle } from '../google/stand-in.js'
import { mail, plain } from '../mails/build.js'
import { Agent } from '../story.js'
import { prepareServers } from './prepare-servers.js'
import { ensureServerIsBuilt } from './server-process.js'
import { until } from './until.js'

const THREADS = 60
const EMAIL = 'help@acme.test'
const PATIENCE = { timeout: 240_000 }

beforeAll(ensureServerIsBuilt, 120_000)

test('two processes that are killed while they read a mailbox lose and double no mail', PATIENCE, async () => {
  const google = await startGoogle()
  const { database, url, start, kill, restart } = await prepareServers({
    count: 2,
    standIns: [google],
    env: { ...GOOGLE_ENV, GOOGLE_URL: google.url, GMAIL_POLL_SECONDS: '1' },
  })

  const wanted: string[] = []
  /** Every third thread has an answer. */
  const arrive = () => {
    for (let count = 0; count < THREADS; count += 1) {
      const n = wanted.length
      const head = `From: c${n}@example.test\nTo: ${EMAIL}\nSubject: Thread ${n}`
      const { threadId } = google.mailboxes.add(EMAIL, mail(`${head}\nMessage-ID: <${n}@x.test>`, plain(`mail ${n}`)))
      wanted.push(`mail ${n}`)
      if (n % 3 > 0) continue
      const answer = `${head}\nMessage-ID: <${n}b@x.test>\nIn-Reply-To: <${n}@x.test>`
      google.mailboxes.add(EMAIL, mail(answer, plain(`more ${n}`)), { threadId })
      wanted.push(`more ${n}`)
    }
  }
  const stored = async () => {
    const { rows } = await database.pool.query<{ body: string }>(`select body from messages where source = 'email'`)
    return rows.map(({ body }) => body).sort()
  }

  arrive()
  await start()
  const ada = await new Agent(url).register({ company_name: 'Acme', email: 'ada@acme.test' })
  expect((await connectGoogle(google, ada, EMAIL)).status).toBe(200)
  for (const part of [0.2, 0.6]) {
    await until('a part of the mails', async () => (await stored()).length >= wanted.length * part)
    await kill()
    // The place in the history is lost, too: everything is listed again.
    google.mailboxes.forgetHistory(EMAIL)
    await restart()
  }
  arrive()
  await until('all mails', async () => (await stored()).length >= wanted.length)
  const looks = () => google.calls.filter((call) => call === 'GET history').length
  const before = looks()
  await until('two further looks', () => looks() >= before + 2)
  expect(await stored()).toEqual(wanted.toSorted())
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::int as count from conversations where source = 'email'`,
  )
  expect(rows[0]?.count).toBe(wanted.filter((body) => body.startsWith('mail')).length)
})
