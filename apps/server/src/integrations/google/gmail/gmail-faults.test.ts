import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { soon, startGoogleServer } from '../../../../test/google/google-story.js'
import { onlyConversation, startMailStory } from '../../../../test/google/mail-story.js'
import { mailsTo } from '../../../../test/mail.js'
import { databaseOf } from '../../../platform/database/of.js'

let world: Awaited<ReturnType<typeof startGoogleServer>>
beforeAll(async () => {
  world = await startGoogleServer({ GMAIL_POLL_SECONDS: '1', GMAIL_PUBSUB_TOPIC: 'projects/acme/topics/mail' })
})

/** A mailbox with one mail that is a conversation. */
async function readMailbox() {
  const story = await startMailStory(world)
  const { pool } = databaseOf(story.server.platform)
  const change = (columns: string) => pool.query(`update connected_services set ${columns} where id = $1`, [story.id])
  // The next test counts the calls for its own mailbox.
  onTestFinished(async () => void (await change('revoked_at = now()')))
  story.writes('One', 'Subject: One')
  await onlyConversation(story)
  return {
    ...story,
    change,
    changeMailbox: (columns: string) =>
      pool.query(`update gmail_mailboxes set ${columns} where connection_id = $1`, [story.id]),
    /** Seconds until the mailbox is read again. */
    async waitsFor() {
      const wait = 'select extract(epoch from poll_at - now())::float8 as wait from connected_services where id = $1'
      return (await pool.query<{ wait: number }>(wait, [story.id])).rows[0]?.wait ?? 0
    },
    stateOf: async () => (await story.ada.data('GET', '/api/connected_services'))[0],
    calls: (call: string) => story.google.calls.filter((one) => one === call).length,
    hasConversations: (count: number) =>
      vi.waitFor(async () => expect(await story.conversations()).toHaveLength(count), soon),
  }
}

test('after an hour without Gmail the admins get one mail, and nothing is lost', async () => {
  const { ada, google, server, writes, change, waitsFor, stateOf, hasConversations } = await readMailbox()
  google.setDown({ status: 503 })
  await vi.waitFor(async () => expect(await stateOf()).toMatchObject({ state: 'failing', failure: 'status 503' }), soon)
  writes('Two', 'Subject: Two')
  const mails = async () => (await mailsTo(server, ada.email)).filter(({ subject }) => subject.includes('Gmail'))
  for (let failure = 0; failure < 2; failure += 1) {
    await change(`poll_failing_since = now() - interval '61 minutes', poll_at = now()`)
    // Longer and longer, up to ten minutes.
    await vi.waitFor(async () => expect(await waitsFor()).toBeGreaterThan(500), soon)
  }
  await vi.waitFor(async () => expect(await mails()).toHaveLength(1), soon)
  google.setDown()
  await change('poll_at = now()')
  await hasConversations(2)
  await vi.waitFor(async () => expect(await stateOf()).toMatchObject({ state: 'working', failure: null }), soon)
  expect(await mails()).toHaveLength(1)
})

test('waits for the hour that Gmail asks for, and asks nothing meanwhile', async () => {
  const { google, writes, change, waitsFor, stateOf, calls, hasConversations } = await readMailbox()
  google.fail('GET history', { status: 429, headers: { 'retry-after': '3600' } })
  await vi.waitFor(async () => expect(await waitsFor()).toBeGreaterThan(3_000), soon)
  const asked = calls('GET history')
  writes('Two', 'Subject: Two')
  // A limit is no failure.
  expect(await stateOf()).toMatchObject({ state: 'working' })
  expect(calls('GET history')).toBe(asked)
  await change('poll_at = now()')
  await hasConversations(2)
})

test('another token in the middle of a sync loses and doubles no mail', async () => {
  const { google, writes, reconnect, email, conversations, calls, hasConversations } = await readMailbox()
  google.setWait(100)
  for (const name of ['Two', 'Three', 'Four', 'Five']) writes(name, `Subject: ${name}`)
  const asked = calls('GET history')
  await vi.waitFor(() => expect(calls('GET history')).toBeGreaterThan(asked), soon)
  google.expireTokens(email)
  await reconnect(email)
  await hasConversations(5)
  google.setWait()
  const looked = calls('GET history')
  await vi.waitFor(() => expect(calls('GET history')).toBeGreaterThan(looked + 1), soon)
  expect((await conversations()).map(({ subject }) => subject).toSorted()).toEqual([
    'Five',
    'Four',
    'One',
    'Three',
    'Two',
  ])
})

test('the watch of a mailbox is renewed five days before it ends', async () => {
  const { changeMailbox, calls } = await readMailbox()
  const watched = calls('POST watch')
  const looked = calls('GET history')
  await vi.waitFor(() => expect(calls('GET history')).toBeGreaterThan(looked + 1), soon)
  expect(calls('POST watch')).toBe(watched)
  await changeMailbox(`watched_until = now() + interval '4 days'`)
  await vi.waitFor(() => expect(calls('POST watch')).toBe(watched + 1), soon)
})
