import { conflict, HttpError } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { defineStatement } from '../../../platform/statement.js'
import type { PackedBatch } from './read-batch.js'
import { trimRecordings } from './trim-recordings.js'

interface Waiting {
  account_id: string
  session_id: string
  batch: PackedBatch
  done: (state: State) => void
  failed: (error: unknown) => void
}

/** `known`: it was stored before. `again`: its chunk was closed at this moment. */
type State = 'stored' | 'known' | 'finished' | 'full' | 'again'

/** Batches that arrive together are stored by one statement. Watchers wait for a snapshot, so it is stored at once. */
const GATHER_MS = 100
const MAX_TOGETHER = 200
const MAX_TOGETHER_BYTES = 8 * 1024 * 1024
/** Of batches that wait. Above it recorders have to slow down. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024
const MAX_ATTEMPTS = 3
/** Stored bytes of an account after which its limit is checked. */
const CHECK_EVERY_BYTES = 10 * 1024 * 1024

const CHUNK_BYTES = 256 * 1024
const SESSION_BYTES = 50 * 1024 * 1024

/** Stores a batch once, however often it is sent. Resolves after the commit. If the account stores nothing, it says `stored`. */
export async function storeBatch(platform: Platform, account_id: string, session_id: string, batch: PackedBatch) {
  const store = storeOf(platform)
  for (let attempt = 1; ; attempt += 1) {
    const state = await store.add(account_id, session_id, batch)
    if (state === 'finished') throw conflict('finished')
    if (state !== 'again') return state
    if (attempt === MAX_ATTEMPTS) throw new HttpError(503, 'slow_down')
  }
}

const stores = new WeakMap<Platform, ReturnType<typeof createStore>>()

function storeOf(platform: Platform) {
  const store = stores.get(platform) ?? createStore(platform)
  stores.set(platform, store)
  return store
}

/** One group at a time, so that recording takes one connection of the database. */
function createStore(platform: Platform) {
  const waiting: Waiting[] = []
  const unchecked = new Map<string, number>()
  let waiting_bytes = 0
  let timer: NodeJS.Timeout | undefined
  let isStoring = false

  function later(ms: number) {
    if (isStoring || (timer && ms > 0)) return
    clearTimeout(timer)
    timer = setTimeout(() => void storeAll(), ms)
  }

  async function storeAll() {
    isStoring = true
    while (waiting.length > 0) {
      const group = takeGroup()
      waiting_bytes -= sizeOf(group)
      await storeGroup(group).catch((error: unknown) => {
        for (const { failed } of group) failed(error)
      })
    }
    timer = undefined
    isStoring = false
  }

  /** Batches of one account. The others keep their order. */
  function takeGroup() {
    const account_id = waiting[0]?.account_id
    const group: Waiting[] = []
    const keys = new Set<string>()
    let bytes = 0
    for (let at = 0; at < waiting.length && group.length < MAX_TOGETHER && bytes < MAX_TOGETHER_BYTES;) {
      const one = waiting[at]
      if (!one || one.account_id !== account_id || keys.has(keyOf(one.session_id, one.batch))) {
        at += 1
        continue
      }
      waiting.splice(at, 1)
      group.push(one)
      keys.add(keyOf(one.session_id, one.batch))
      bytes += one.batch.content.length
    }
    return group
  }

  async function storeGroup(group: Waiting[]) {
    const account = platform.account(group[0]?.account_id ?? '')
    const sent = group.map(({ session_id, batch }) => ({ session_id, ...batch }))
    const rows = await account.run(store, JSON.stringify(sent))
    const states = new Map(rows.map((row) => [keyOf(row.session_id, row), row.state]))
    for (const { session_id, batch, done } of group) done(states.get(keyOf(session_id, batch)) ?? 'finished')

    const bytes = (unchecked.get(account.id) ?? 0) + sizeOf(group)
    unchecked.set(account.id, bytes)
    if (bytes < CHECK_EVERY_BYTES) return
    unchecked.delete(account.id)
    await account.enqueue(trimRecordings, { stored_bytes: bytes })
  }

  return {
    add(account_id: string, session_id: string, batch: PackedBatch): Promise<State> {
      if (waiting_bytes > MAX_WAITING_BYTES) throw new HttpError(503, 'slow_down')
      waiting_bytes += batch.content.length
      return new Promise((done, failed) => {
        waiting.push({ account_id, session_id, batch, done, failed })
        later(batch.has_snapshot ? 0 : GATHER_MS)
      })
    },
  }
}

const keyOf = (session_id: string, { page, seq }: { page: string; seq: number }) => `${session_id} ${seq} ${page}`
const sizeOf = (group: Waiting[]) => group.reduce((sum, { batch }) => sum + batch.content.length, 0)

/**
 * Adds batches to the open chunk of their session, or to a new one. A page sends its last batch together with `finish`, so
 * batches are taken for some seconds more.
 */
const store = defineStatement<{ session_id: string; page: string; seq: number; state: State }>(
  'recordings.store',
  `with sent as (
    select * from json_to_recordset($2::json) as sent(session_id uuid, page text, seq int, first_at timestamptz(3),
      last_at timestamptz(3), has_snapshot boolean, marks jsonb, content text)
  ), sessions as (
    select s.id, s.finished_at is not null and s.finished_at < now() - interval '10 seconds' as is_finished,
      coalesce((select sum(c.bytes) from recording_chunks c
        where c.account_id = $1 and c.browser_session_id = s.id), 0) > ${SESSION_BYTES} as is_full
    from browser_sessions s where s.account_id = $1 and s.id in (select session_id from sent)
  ), known as (
    select b.browser_session_id as session_id, b.page, b.seq from recording_batches b
      join sent on sent.session_id = b.browser_session_id and sent.page = b.page and sent.seq = b.seq
    where b.account_id = $1
  ), fresh as (
    select sent.*, decode(sent.content, 'base64') as bytes from sent
      join sessions on sessions.id = sent.session_id and not sessions.is_finished and not sessions.is_full
    where not exists (select from known where known.session_id = sent.session_id and known.page = sent.page
        and known.seq = sent.seq)
      and not exists (select from recording_settings where account_id = $1 and not store)
  ), growth as (
    select session_id, min(first_at) as first_at, max(last_at) as last_at, bool_or(has_snapshot) as has_snapshot,
      sum(octet_length(bytes) + octet_length(marks::text))::int as bytes, jsonb_agg(marks) as marks
    from fresh group by session_id
  ), open as (
    select distinct on (c.browser_session_id) c.browser_session_id as session_id, c.id from recording_chunks c
    where c.account_id = $1 and c.closed_at is null and c.browser_session_id in (select session_id from growth)
    order by c.browser_session_id, c.created_at desc
  ), extended as (
    update recording_chunks c set
      first_at = least(c.first_at, g.first_at), last_at = greatest(c.last_at, g.last_at),
      has_snapshot = c.has_snapshot or g.has_snapshot, bytes = c.bytes + g.bytes, marks = c.marks || g.marks,
      closed_at = case when c.bytes + g.bytes >= ${CHUNK_BYTES} then now() end, updated_at = now()
    from growth g join open on open.session_id = g.session_id
    where c.account_id = $1 and c.id = open.id and c.closed_at is null
    returning c.id, c.browser_session_id as session_id
  ), opened as (
    insert into recording_chunks (account_id, browser_session_id, first_at, last_at, has_snapshot, bytes, marks, closed_at)
    select $1, g.session_id, g.first_at, g.last_at, g.has_snapshot, g.bytes, g.marks,
      case when g.bytes >= ${CHUNK_BYTES} then now() end
    from growth g where not exists (select from open where open.session_id = g.session_id)
    returning id, browser_session_id as session_id
  ), stored as (
    insert into recording_batches (account_id, browser_session_id, page, seq, chunk_id, first_at, content)
    select $1, fresh.session_id, fresh.page, fresh.seq, chunk.id, fresh.first_at, fresh.bytes
    from fresh join (select * from extended union all select * from opened) chunk on chunk.session_id = fresh.session_id
    on conflict do nothing
    returning browser_session_id as session_id, page, seq
  )
  select sent.session_id, sent.page, sent.seq, case
    when sessions.id is null or sessions.is_finished then 'finished'
    when known.seq is not null then 'known'
    when stored.seq is not null then 'stored'
    when exists (select from recording_settings where account_id = $1 and not store) then 'stored'
    when sessions.is_full then 'full'
    else 'again' end as state
  from sent
    left join sessions on sessions.id = sent.session_id
    left join known on known.session_id = sent.session_id and known.page = sent.page and known.seq = sent.seq
    left join stored on stored.session_id = sent.session_id and stored.page = sent.page and stored.seq = sent.seq`,
)
