import type { DomainEvents } from '@papercups/contract'
import { sql, type Kysely } from 'kysely'
import { send, type AccountTransaction, type Outbox } from '../account.js'
import type { Actor } from '../actor.js'
import type { DB } from '../database/tables.js'
import type { Feature, GatheredReaction, LaterReaction, LoggedEvent } from '../feature.js'
import type { Log } from '../log.js'
import { horizon } from './event-horizon.js'
import { keepFailedReaction, retryFailedReactions, tryInSavepoint, type FailedReaction } from './failed-reactions.js'

/** Its row of `event_readers`. */
export const READER = 'reactions'
const BATCH = 200
const LOOK_EVERY_MS = 1_000
/** Events are read in batches: a query for each would cost as much as storing the messages. */
const GATHER_MS = 100

type ByEvent<R> = { [E in keyof DomainEvents]?: R[] }
interface Reactions {
  later: ByEvent<LaterReaction>
  gathered: ByEvent<GatheredReaction>
}

/** Writes one event in the transaction of the change. The log holds ids and changes, never bodies. */
export async function logEvent(
  db: Kysely<DB>,
  account_id: string,
  type: keyof DomainEvents,
  payload: object,
  actor: Actor | null,
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
  /** Counts a reaction that failed. */
  failed(reaction: string): void
}

interface EventRow extends LoggedEvent {
  account_id: string
  txid: string
}

/**
 * Runs the features' `later` reactions from the log, once per event, because the jobs that they enqueue commit with the
 * cursor. A failed reaction is stored and retried. One process reads at a time; the others find the lock taken and try
 * again later.
 */
export function readEventLog(options: EventLogOptions) {
  const reactions = {
    later: collect(options.features.map(({ later }) => later)),
    gathered: collect(options.features.map(({ gathered }) => gathered)),
  }
  if (Object.keys({ ...reactions.later, ...reactions.gathered }).length === 0)
    return { wake: () => undefined, stop: async () => undefined }
  requireUniqueNames(reactions)

  let running: Promise<void> | undefined
  let gathering: NodeJS.Timeout | undefined
  let again = false
  let stopped = false

  const look = async () => {
    try {
      while (!stopped && (await readBatch(options, reactions)) === BATCH);
      if (!stopped)
        await retryFailedReactions(options.db, (attempt, failed) =>
          retryReaction({ ...options, ...attempt, reactions }, failed),
        )
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

/** A failed reaction is stored by name, so names are unique per event. */
function requireUniqueNames({ later, gathered }: Reactions) {
  for (const type of Object.keys({ ...later, ...gathered }) as Array<keyof DomainEvents>) {
    const names = [...(later[type] ?? []), ...(gathered[type] ?? [])].map(({ name }) => name)
    if (names.includes('') || new Set(names).size < names.length)
      throw new Error(`the reactions to ${type} need names of their own: ${names.join(', ')}`)
  }
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
    await reactToAll({ ...options, tx, outbox, reactions }, events)
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
 * Only rows of finished transactions, in the order of the transactions. A cursor over the ids alone would skip a row whose
 * transaction got a low id and committed late.
 */
async function newEvents(tx: Kysely<DB>, reader: { last_txid: string; last_event_id: number }) {
  // Order by the table's column: a bare `txid` would mean the selected text, where 999 comes after 1000.
  const { rows } = await sql<EventRow>`
    select id, account_id, type, conversation_id, payload, actor, created_at, txid::text as txid from events
    where (txid, id) > (${reader.last_txid}::xid8, ${reader.last_event_id}::bigint)
      and txid < ${horizon}
    order by events.txid, id limit ${BATCH}`.execute(tx)
  return rows
}

/** One transaction of the reader, and its outbox. */
interface Batch extends EventLogOptions {
  tx: Kysely<DB>
  outbox: Outbox
  reactions: Reactions
}

async function reactToAll(batch: Batch, events: EventRow[]) {
  const { later, gathered } = batch.reactions
  // Ids are assigned while the conversation's row is locked, so within a conversation they are in commit order.
  const inOrder = events.toSorted((a, b) => a.id - b.id)
  for (const event of inOrder) {
    for (const reaction of later[event.type] ?? []) await react(batch, [event], reaction.name)
  }
  for (const group of groups(inOrder.filter(({ type }) => gathered[type]))) {
    for (const reaction of gathered[group[0].type] ?? []) await react(batch, group, reaction.name)
  }
}

type Group = [EventRow, ...EventRow[]]

/** The events of one kind in one account. */
function groups(events: EventRow[]): Iterable<Group> {
  const found = new Map<string, Group>()
  for (const event of events) {
    const key = `${event.account_id} ${event.type}`
    const group = found.get(key)
    if (group) group.push(event)
    else found.set(key, [event])
  }
  return found.values()
}

/** A reaction that throws must not stop the log for all accounts: it is stored and retried. */
async function react(batch: Batch, group: Group, reaction: string) {
  const [{ account_id, type: event_type }] = group
  const event_ids = group.map(({ id }) => id)
  const error = await tryInSavepoint(batch, () => runReaction(batch, group, reaction))
  if (error === undefined || (await isDeleted(batch.tx, account_id))) return
  batch.log.error({ err: error, event_ids, reaction }, 'reaction failed, will be tried again')
  batch.failed(reaction)
  await keepFailedReaction(batch.tx, { account_id, event_type, event_ids, reaction }, error)
}

/** An account that is deleted while its reactions run takes its events along. */
async function isDeleted(tx: Kysely<DB>, account_id: string) {
  const account = await tx.selectFrom('accounts').select('id').where('id', '=', account_id).executeTakeFirst()
  return account === undefined
}

async function retryReaction(batch: Batch, { account_id, event_ids, reaction }: FailedReaction) {
  const events = await batch.tx
    .selectFrom('events')
    .select(['id', 'account_id', 'type', 'conversation_id', 'payload', 'actor', 'created_at'])
    .where('account_id', '=', account_id)
    .where('id', 'in', event_ids)
    .orderBy('id')
    .execute()
  const [first, ...rest] = events as EventRow[]
  if (first) await runReaction(batch, [first, ...rest], reaction)
}

async function runReaction({ open, tx, outbox, reactions }: Batch, group: Group, name: string) {
  const [event] = group
  const account = open(event.account_id, tx, outbox)
  const later = reactions.later[event.type]?.find((reaction) => reaction.name === name)
  if (later) return later(account, event)
  const gathered = reactions.gathered[event.type]?.find((reaction) => reaction.name === name)
  if (gathered) return gathered(account, group)
  throw new Error(`no reaction to ${event.type} is called ${name}`)
}
