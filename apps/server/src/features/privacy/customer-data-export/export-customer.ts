import type { TimelineEntry, TimelinePage } from '@papercups/contract'
import { Readable } from 'node:stream'
import type { Account } from '../../../platform/account.js'
import type { Platform } from '../../../platform/platform.js'
import { toInstant, toInstantOrNull, toTimestamp } from '../../../platform/wire-time.js'
import { readTimeline } from '../../people/customer-timeline/read-timeline.js'
import { toCustomer } from '../../people/customers/present.js'
import type { getCustomer } from '../../people/customers/queries.js'
import { FILE_COLUMNS, toFile } from '../../inbox/files/queries.js'
import { attachmentsOf, listMessages } from '../../inbox/messages/queries.js'
import { listRatings } from '../../inbox/ratings/queries.js'
import { listScheduled } from '../../inbox/scheduled-messages/queries.js'
import { exportRecordings } from '../../recording/recordings/read-chunk.js'
import { toProfile } from '../../directory/customer-directory/profile.js'
import { listConversationsOf } from '../../directory/customer-directory/queries.js'
import { guestConversationsOf } from '../customer-erasure/guest-messages.js'

const MESSAGES_AT_ONCE = 500
const EVENTS_AT_ONCE = 200

type Row = Awaited<ReturnType<typeof getCustomer>>

/** All data of a person as one JSON object. It is streamed, because there may be more than fits in memory. */
export function exportCustomer(platform: Platform, account: Account, row: Row) {
  return Readable.from(write(platform, account, row))
}

async function* write(platform: Platform, account: Account, row: Row) {
  const { company, tags, issues, notes } = await toProfile(account, row, ['company', 'tags', 'issues', 'notes'])
  const { browser_version, browser_language, screen_height, screen_width, lib } = row
  const device = { browser_version, browser_language, screen_height, screen_width, lib }
  const about = { ...toCustomer(row), ...device, company, tags, issues, notes }
  const [files, sessions, merged, timeline] = await Promise.all([
    filesOf(account, row.id),
    sessionsOf(account, row.id),
    mergedInto(account, row.id),
    timelineOf(account, row),
  ])
  const parts = { files, timeline, browser_sessions: sessions, merged_customers: merged }
  const head = { exported_at: new Date().toISOString(), customer: about, ...parts }

  yield `${JSON.stringify(head).slice(0, -1)},"conversations":[`
  let first = true
  for (const conversation of await listConversationsOf(account, row.id)) {
    yield `${first ? '' : ','}${JSON.stringify(conversation).slice(0, -1)},"messages":[`
    first = false
    let after = 0
    for (;;) {
      const messages = await listMessages(account, conversation.id, { after, limit: MESSAGES_AT_ONCE })
      const written = messages.map((message) => JSON.stringify(message)).join(',')
      if (written) yield after === 0 ? written : `,${written}`
      after = messages.at(-1)?.seq ?? after
      if (messages.length < MESSAGES_AT_ONCE) break
    }
    const scheduled = JSON.stringify(await listScheduled(account, conversation.id))
    yield `],"scheduled_messages":${scheduled},"ratings":${JSON.stringify(await listRatings(account, conversation.id))}}`
  }
  yield '],"messages_in_other_conversations":['
  yield* guestMessages(account, row.id)
  yield '],"recordings":'
  yield* exportRecordings(platform, account, row.id)
  yield '}'
}

/** Only the customer's own messages: the rest of such a conversation belongs to somebody else. */
async function* guestMessages(account: Account, customer_id: string) {
  let first = true
  for (const { id: conversation_id } of await account.run(guestConversationsOf, customer_id)) {
    const messages = account.from('messages').select(['id', 'created_at', 'sent_at', 'subject', 'body'])
    const own = messages.where('conversation_id', '=', conversation_id).where('customer_id', '=', customer_id)
    const rows = await own.orderBy('seq').execute()
    const attachments = await attachmentsOf(
      account,
      rows.map(({ id }) => id),
    )
    for (const { id, created_at, sent_at, subject, body } of rows) {
      const times = { created_at: toTimestamp(created_at), sent_at: toInstant(sent_at) }
      const message = { id, conversation_id, ...times, subject, body, attachments: attachments.get(id) ?? [] }
      yield `${first ? '' : ','}${JSON.stringify(message)}`
      first = false
    }
  }
}

async function timelineOf(account: Account, row: Row) {
  const entries: TimelineEntry[] = []
  for (let before: number | null = null; ;) {
    const page: TimelinePage = await readTimeline(account, row, { kinds: null, before, limit: EVENTS_AT_ONCE })
    entries.push(...page.data)
    if (page.next === null) return entries
    before = page.next
  }
}

async function filesOf(account: Account, customer_id: string) {
  const files = account.from('files').select(FILE_COLUMNS)
  return (await files.where('customer_id', '=', customer_id).orderBy('created_at').execute()).map(toFile)
}

/** Customers that were merged into this one. An undo needs their data, so it is still stored. */
async function mergedInto(account: Account, customer_id: string) {
  const merges = account.from('customer_merges').select(['merged', 'created_at']).where('customer_id', '=', customer_id)
  const rows = await merges.orderBy('created_at').execute()
  return rows.map(({ merged: { account_id: _, ...merged }, created_at }) => ({
    ...merged,
    merged_at: toInstantOrNull(created_at),
  }))
}

async function sessionsOf(account: Account, customer_id: string) {
  const sessions = account.from('browser_sessions').select(['id', 'metadata', 'started_at', 'finished_at'])
  const rows = await sessions.where('customer_id', '=', customer_id).orderBy('created_at').execute()
  return rows.map((row) => ({
    ...row,
    started_at: toInstantOrNull(row.started_at),
    finished_at: toInstantOrNull(row.finished_at),
  }))
}
