import type { DomainEvents, Topics } from '@papercups/contract'
import { sql, type Kysely } from 'kysely'
import type { Static } from 'typebox'
import type { Actor } from './actor.js'
import type { Delete, Insert, NewRow, Owned, OwnedTables, Rows, Update } from './account-queries.js'
import { inspectQueries, type Inspect } from './database/inspect-queries.js'
import type { DB } from './database/tables.js'
import type { Statement } from './statement.js'
import type { Job, When, Worker } from './feature.js'

/** What an account needs from database/, realtime/ and jobs/. */
export interface AccountPorts {
  db: Kysely<DB>
  run<R>(db: Kysely<DB> | undefined, statement: Statement<R>, values: readonly unknown[]): Promise<R[]>
  log(
    db: Kysely<DB>,
    account_id: string,
    event: keyof DomainEvents,
    payload: object,
    actor: Actor | null,
  ): Promise<void>
  react<E extends keyof DomainEvents>(account: Account, event: E, payload: DomainEvents[E]): void
  enqueue(db: Kysely<DB>, account_id: string, job: Job, input: object, when?: When): Promise<void>
  wakeWorker(worker: Worker): void
  broadcast(topic: string, event: string, payload: unknown): void
  rejoinVisitors(match: { visitors_of: string } | { customer_id: string }): void
  /** Wakes the readers of the event log. */
  logged(): void
  /** Only in tests. */
  inspect?: Inspect | undefined
}

type TeamTopic = Topics[`notification:${string}`]

/** Sent after the commit, in order. */
export type Outbox = Array<() => void>

/** For jobs and emails that belong to no account. */
export const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000'

/** All access to one account: its rows, events, jobs and sockets. */
export class Account {
  readonly id: string
  readonly #ports: AccountPorts
  readonly #tx: Kysely<DB> | undefined
  readonly #outbox: Outbox | undefined

  constructor(id: string, ports: AccountPorts, inside?: { tx: Kysely<DB>; outbox: Outbox }) {
    this.id = id
    this.#ports = ports
    this.#tx = inside?.tx
    this.#outbox = inside?.outbox
  }

  get #db() {
    const db = this.#tx ?? this.#ports.db
    const { inspect } = this.#ports
    return inspect ? db.withPlugin(inspectQueries(this.id, inspect)) : db
  }

  from<T extends Owned>(table: T): Rows<OwnedTables, T, {}, 'no locks'> {
    return this.#db.selectFrom(table as Owned).where(this.#owns(table)) as never
  }

  update<T extends Owned>(table: T): Update<T> {
    return this.#db.updateTable(table as Owned).where(this.#owns(table)) as never
  }

  insert<T extends Owned>(table: T, row: NewRow<T>): Insert<T> {
    return this.#db.insertInto(table as Owned).values({ ...row, account_id: this.id } as never) as never
  }

  delete<T extends Owned>(table: T): Delete<T> {
    return this.#db.deleteFrom(table as Owned).where(this.#owns(table)) as never
  }

  /** Hand-written SQL for hot paths. Its first parameter is this account's id, and the statement has to use it. */
  run<R>(statement: Statement<R>, ...values: unknown[]): Promise<R[]> {
    this.#ports.inspect?.(this.id, statement.text, [this.id, ...values])
    return this.#ports.run(this.#tx, statement, [this.id, ...values])
  }

  #owns(table: Owned) {
    return sql<boolean>`${sql.ref(`${table}.account_id`)} = ${this.id}`
  }

  /** Nested calls join the outer transaction. Broadcasts and events are sent after its commit, or never. */
  async transaction<T>(work: (account: AccountTransaction) => Promise<T>): Promise<T> {
    if (this instanceof AccountTransaction) return work(this)
    const outbox: Outbox = []
    const begun = this.#ports.db.transaction()
    const result = await begun.execute((tx) => work(new AccountTransaction(this.id, this.#ports, tx, outbox)))
    send(outbox)
    return result
  }

  /** Writes the event to the log with the change, and runs the reactions of this process after the commit. */
  async emit<E extends keyof DomainEvents>(
    event: E,
    payload: DomainEvents[E],
    logged: object,
    actor: Actor | null = null,
  ) {
    await this.#ports.log(this.#db, this.id, event, logged, actor)
    this.announce(event, payload)
  }

  /** For a statement that writes its own log row: only the reactions. */
  announce<E extends keyof DomainEvents>(event: E, payload: DomainEvents[E]) {
    this.#afterCommit(() => {
      this.#ports.react(this, event, payload)
      this.#ports.logged()
    })
  }

  enqueue<J extends Job>(job: J, input: Static<J['input']>, when?: When) {
    return this.#ports.enqueue(this.#db, this.id, job, input as object, when)
  }

  /** After the commit, in this process. Workers of other processes look for work by themselves. */
  wakeWorker(worker: Worker) {
    this.#afterCommit(() => this.#ports.wakeWorker(worker))
  }

  broadcast<T extends keyof Topics, E extends keyof Topics[T] & string>(topic: T, event: E, payload: Topics[T][E]) {
    this.#afterCommit(() => this.#ports.broadcast(topic as string, event, payload))
  }

  /** To every dashboard of this account. */
  broadcastToTeam<E extends keyof TeamTopic & string>(event: E, payload: TeamTopic[E]) {
    this.broadcast(`notification:${this.id}`, event, payload)
  }

  /** Asks visitors to rejoin: all of the account, or those of one customer. */
  rejoinVisitors(customer_id?: string) {
    this.#afterCommit(() => this.#ports.rejoinVisitors(customer_id ? { customer_id } : { visitors_of: this.id }))
  }

  #afterCommit(send: () => void) {
    if (this.#outbox) this.#outbox.push(send)
    else send()
  }
}

/** An account inside a transaction: only here can rows be locked. */
export class AccountTransaction extends Account {
  constructor(id: string, ports: AccountPorts, tx: Kysely<DB>, outbox: Outbox) {
    super(id, ports, { tx, outbox })
  }

  override from<T extends Owned>(table: T) {
    return super.from(table) as unknown as Rows<OwnedTables, T, {}, 'locks'>
  }
}

/** Not `forEach`: reactions add to the outbox while it is sent, and `forEach` would skip what they add. */
export function send(outbox: Outbox) {
  for (const one of outbox) one()
}
