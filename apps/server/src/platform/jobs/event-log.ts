import type { DomainEvents } from '@papercups/contract'
import { sql, type Kysely } from 'kysely'
import { send, type AccountTransaction, type Outbox } from '../account.js'
import type { DB } from '../database/tables.js'
import type { Feature, GatheredReaction, LaterReaction, LoggedEvent } from '../feature.js'
import type { Log } from '../log.js'

const READER = 'reactions'
const BATCH = 200
const LOOK_EVERY_MS = 1_000
/** Events of one moment are read together: a look for each would cost as much as the messages themselves. */
const GATHER_MS = 100

type ByEvent<R> = { [E in keyof DomainEvents]?: R[] }
interface Reactions {
  later: ByEvent<LaterReaction>
  gathered: ByEvent<GatheredReaction>
}

/** Writes one event beside the fact that it tells of. The log holds ids and what changed, never bodies. */
export async function logEvent(
  db: Kysely<DB>,
  account_id: string,
  type: keyof DomainEvents,
  payload: object,
  actor: string | null,
) {
  const conversation_id = 'conversation_id' in payload ? String(payload.conversation_id) : null
  const row = { account_id, type, conversation_id, payload: JSON.stringify(payload), actor }
  await db.insertInto('events').values(row).execute()
}

export interface EventLogOptions {
  db: Kysely<DB>
  features: Feature[]
  /** The account inside the reader's transaction. */
  open(account_id: string, tx: Kysely<DB>, outbox: Outbox): AccountTransaction
  log: Log
}

interface EventRow extends LoggedEvent {
  account_id: string
  txid: string
}

/**
 * Runs the features' `later` reactions from the log: each event once, because what they enqueue commits with the
 * cursor. One process reads at a time; the others find the lock taken and look again later.
 */
export function readEventLog(options: EventLogOptions) {
  const reactions = {
    later: collect(options.features.map(({ later }) => later)),
    gathered: collect(options.features.map(({ gathered }) => gathered)),
  }
  if (Object.keys({ ...reactions.later, ...reactions.gathered }).length === 0)
    return { wake: () => undefined, stop: async () => undefined }

  let running: Promise<void> | undefined
  let gathering: NodeJS.Timeout | undefined
  let again = false
  let stopped = false

  const look = async () => {
    try {
      while (!stopped && (await readBatch(options, reactions)) === BATCH);
    } catch (error) {
      options.log.error({ err: error }, 'event log reader failed')
    }
  }
  const lookNow = () => {
    gathering = undefined
    if (stopped) return
    running = look().finally(() => {
      running = undefined
      if (again) {
        again = false
        wake()
      }
    })
  }
  const wake = () => {
    if (stopped) return
    if (running) again = true
    else gathering ??= setTimeout(lookNow, GATHER_MS)
  }
  const timer = setInterval(wake, LOOK_EVERY_MS)
  timer.unref()
  const stop = async () => {
    stopped = true
    clearInterval(timer)
    clearTimeout(gathering)
    await running
  }
  return { wake, stop }
}

function collect<R>(lists: Array<ByEvent<R> | undefined>): ByEvent<R> {
  const all: ByEvent<R> = {}
  for (const list of lists) {
    for (const [type, reactions] of Object.entries<R[]>(list ?? {})) {
      const event = type as keyof DomainEvents
      all[event] = [...(all[event] ?? []), ...reactions]
    }
  }
  return all
}

async function readBatch(options: EventLogOptions, reactions: Reactions) {
  const outbox: Outbox = []
  const count = await options.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('event_readers')
      .values({ name: READER })
      .onConflict((c) => c.doNothing())
      .execute()
    const reader = await tx
      .selectFrom('event_readers')
      .select(['last_txid', 'last_event_id'])
      .where('name', '=', READER)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!reader) return 0
    const events = await newEvents(tx, reader)
    await reactToAll({ tx, outbox, ...options }, reactions, events)
    const last = events.at(-1)
    if (last) {
      const cursor = { last_txid: last.txid, last_event_id: last.id, updated_at: new Date() }
      await tx.updateTable('event_readers').set(cursor).where('name', '=', READER).execute()
    }
    return events.length
  })
  send(outbox)
  return count
}

/**
 * Only rows of finished transactions, in the order of those. A cursor over the ids alone would pass a row whose
 * transaction drew a low number and committed late.
 */
async function newEvents(tx: Kysely<DB>, reader: { last_txid: string; last_event_id: number }) {
  const { rows } = await sql<EventRow>`
    select id, account_id, type, conversation_id, payload, actor, created_at, txid::text as txid from events
    where (txid, id) > (${reader.last_txid}::xid8, ${reader.last_event_id}::bigint)
      and txid < pg_snapshot_xmin(pg_current_snapshot())
    order by txid, id limit ${BATCH}`.execute(tx)
  return rows
}

interface Batch extends EventLogOptions {
  tx: Kysely<DB>
  outbox: Outbox
}

async function reactToAll(batch: Batch, reactions: Reactions, events: EventRow[]) {
  const open = (account_id: string) => batch.open(account_id, batch.tx, batch.outbox)
  const { later, gathered } = reactions
  // Numbers are drawn while a conversation's row is held, so within it they tell the order of the commits.
  const inOrder = events.toSorted((a, b) => a.id - b.id)
  for (const event of inOrder) {
    const account = open(event.account_id)
    for (const reaction of later[event.type] ?? []) {
      await react(batch, event.id, reaction.name, () => reaction(account, event))
    }
  }
  for (const group of groups(inOrder.filter(({ type }) => gathered[type]))) {
    const [{ id, account_id, type }] = group
    const account = open(account_id)
    for (const reaction of gathered[type] ?? []) {
      await react(batch, id, reaction.name, () => reaction(account, group))
    }
  }
}

/** What one account has of one kind of event. */
function groups(events: EventRow[]): Iterable<[EventRow, ...EventRow[]]> {
  const found = new Map<string, [EventRow, ...EventRow[]]>()
  for (const event of events) {
    const key = `${event.account_id} ${event.type}`
    const group = found.get(key)
    if (group) group.push(event)
    else found.set(key, [event])
  }
  return found.values()
}

/** A reaction that throws is a bug; it must not stop the log for every account, so it is passed over loudly. */
async function react({ tx, outbox, log }: Batch, event_id: number, reaction: string, run: () => Promise<void>) {
  const sent = outbox.length
  await sql`savepoint reaction`.execute(tx)
  try {
    await run()
  } catch (error) {
    await sql`rollback to savepoint reaction`.execute(tx)
    outbox.length = sent
    log.error({ err: error, event_id, reaction }, 'reaction failed')
  }
}
