import type { Crowd } from './crowd.js'
import type { Scene } from './scene.js'

interface Stored {
  conversation_id: string
  client_message_id: string
  id: string
  seq: number
  body: string
}

/** All but the first three have to be 0. */
export interface Counts {
  acknowledged: number
  stored: number
  shown: number
  'acknowledged, not stored': number
  'stored, not shown': number
  doubled: number
  reordered: number
  'writers stuck': number
  'jobs left': number
  'server crashes': number
  'wrong answers': number
}

export async function count(scene: Scene, crowd: Crowd): Promise<Counts> {
  const { rows } = await scene.pool.query<Stored>(
    `select conversation_id, client_message_id, id, seq::int, body from messages where account_id = $1
     order by conversation_id, seq`,
    [crowd.account_id],
  )
  const stored = new Set(rows.map(({ client_message_id }) => client_message_id))
  const { acknowledged } = crowd.tally
  const shown = countShown(rows, crowd)
  return {
    acknowledged: acknowledged.length,
    stored: rows.length,
    shown,
    'acknowledged, not stored': acknowledged.filter((id) => !stored.has(id)).length,
    'stored, not shown': rows.length - shown,
    // Nobody writes the same text twice.
    doubled: rows.length - new Set(rows.map(({ body }) => body)).size,
    reordered: countReordered(rows),
    'writers stuck': crowd.unfinished,
    'jobs left': await countJobs(scene),
    'server crashes': scene.servers.reduce((sum, { crashes }) => sum + crashes.length, 0),
    'wrong answers': crowd.tally.wrong.length,
  }
}

export const isSettled = (counts: Counts) => counts['stored, not shown'] === 0 && counts['jobs left'] === 0

/** On the screens of both watchers and of the visitor. */
function countShown(rows: Stored[], { visitors, watchers }: Crowd) {
  let shown = 0
  for (const visitor of visitors) {
    const { conversation_id } = visitor
    const screens = [visitor, ...watchers].map(({ view }) => new Set(view.of(conversation_id).map(({ id }) => id)))
    for (const row of rows)
      if (row.conversation_id === conversation_id && screens.every((screen) => screen.has(row.id))) shown += 1
  }
  return shown
}

/** Numbers of a conversation with a gap, and messages of one writer that come after a later one of theirs. */
function countReordered(rows: Stored[]) {
  let reordered = 0
  let last: Stored | undefined
  const numbers = new Map<string, number>()
  for (const row of rows) {
    const [, author = '', number = ''] = /^(.*) (\d+)$/.exec(row.body) ?? []
    const key = `${row.conversation_id} ${author}`
    const expected = last?.conversation_id === row.conversation_id ? last.seq + 1 : 1
    if (row.seq !== expected || Number(number) < (numbers.get(key) ?? 0)) reordered += 1
    numbers.set(key, Number(number))
    last = row
  }
  return reordered
}

async function countJobs({ pool }: Scene) {
  const { rows } = await pool.query<{ left: number }>(
    `select count(*)::int as left from graphile_worker._private_jobs where run_at <= now() or locked_by is not null`,
  )
  return rows[0]?.left ?? 0
}

export function drawCounts(counts: Counts) {
  const names = Object.keys(counts)
  const width = Math.max(...names.map((name) => name.length))
  const lines = Object.entries<number>({ ...counts }).map(
    ([name, value]) => `${name.padEnd(width)}  ${value.toLocaleString('en').padStart(9)}`,
  )
  return lines.join('\n')
}
