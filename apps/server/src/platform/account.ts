import type { DomainEvents, Topics } from '@papercups/contract'
import {
  sql,
  type DeleteQueryBuilder,
  type DeleteResult,
  type Insertable,
  type InsertQueryBuilder,
  type InsertResult,
  type Kysely,
  type SelectQueryBuilder,
  type UpdateQueryBuilder,
  type UpdateResult,
} from 'kysely'
import type { Static } from 'typebox'
import type { DB } from './database/tables.js'
import type { Statement } from './statement.js'
import type { Job, When } from './feature.js'

/** The tables that carry an account_id. */
export type Owned = { [T in keyof DB]: DB[T] extends { account_id: unknown } ? T : never }[keyof DB] & string

/** An update that leaves the row where it is. */
type Stationary<T extends Owned> = Omit<UpdateQueryBuilder<DB, T, T, UpdateResult>, 'set'> & {
  set(values: { [C in Exclude<keyof DB[T], 'account_id' | 'id'>]?: unknown }): UpdateQueryBuilder<
    DB,
    T,
    T,
    UpdateResult
  >
}

/** What an account needs of the machinery around it. Its own parts live in database/, realtime/ and jobs/. */
export interface AccountPorts {
  db: Kysely<DB>
  run<R>(db: Kysely<DB> | undefined, statement: Statement<R>, values: readonly unknown[]): Promise<R[]>
  log(
    db: Kysely<DB>,
    account_id: string,
    event: keyof DomainEvents,
    payload: object,
    actor: string | null,
  ): Promise<void>
  react<E extends keyof DomainEvents>(account: Account, event: E, payload: DomainEvents[E]): void
  enqueue(db: Kysely<DB>, account_id: string, job: Job, input: object, when?: When): Promise<void>
  broadcast(topic: string, event: string, payload: unknown): void
  readmit(match: { visitors_of: string } | { customer_id: string }): void
  /** Something entered the event log: its readers need not wait for their next look. */
  logged(): void
}

/** The world as one account sees it: its rows, its events, its jobs, its sockets. */
export class Account {
  readonly id: string
  readonly #ports: AccountPorts
  readonly #tx: Kysely<DB> | undefined
  readonly #held: Array<() => void> | undefined

  constructor(id: string, ports: AccountPorts, tx?: Kysely<DB>, held?: Array<() => void>) {
    this.id = id
    this.#ports = ports
    this.#tx = tx
    this.#held = held
  }

  get #db() {
    return this.#tx ?? this.#ports.db
  }

  from<T extends Owned>(table: T) {
    const query = this.#db.selectFrom(table as never) as unknown as SelectQueryBuilder<DB, T, {}>
    return query.where(this.#owns(table))
  }

  update<T extends Owned>(table: T) {
    const query = this.#db.updateTable(table as never) as unknown as UpdateQueryBuilder<DB, T, T, UpdateResult>
    return query.where(this.#owns(table)) as unknown as Stationary<T>
  }

  insert<T extends Owned>(table: T, row: Omit<Insertable<DB[T]>, 'account_id'>) {
    const query = this.#db.insertInto(table as never).values({ ...row, account_id: this.id } as never)
    return query as unknown as InsertQueryBuilder<DB, T, InsertResult>
  }

  delete<T extends Owned>(table: T) {
    const query = this.#db.deleteFrom(table as never) as unknown as DeleteQueryBuilder<DB, T, DeleteResult>
    return query.where(this.#owns(table))
  }

  /** Hand-written SQL for hot paths. Its first parameter is this account's id, and the statement has to use it. */
  run<R>(statement: Statement<R>, ...values: unknown[]): Promise<R[]> {
    return this.#ports.run(this.#tx, statement, [this.id, ...values])
  }

  #owns(table: Owned) {
    return sql<boolean>`${sql.ref(`${table}.account_id`)} = ${this.id}`
  }

  /** Nested calls join the outer one. What was broadcast or emitted inside goes out after the commit, or never. */
  async transaction<T>(work: (account: Account) => Promise<T>): Promise<T> {
    if (this.#held) return work(this)
    const held: Array<() => void> = []
    const db = this.#ports.db
    const result = await db.transaction().execute((tx) => work(new Account(this.id, this.#ports, tx, held)))
    // Reactions add to the list while it is walked, so no forEach: it would stop at the length it began with.
    for (const send of held) send()
    return result
  }

  /** Writes the event into the log beside the change it tells of, and lets this process react after the commit. */
  async emit<E extends keyof DomainEvents>(
    event: E,
    payload: DomainEvents[E],
    logged: object,
    actor: string | null = null,
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

  broadcast<T extends keyof Topics, E extends keyof Topics[T] & string>(topic: T, event: E, payload: Topics[T][E]) {
    this.#afterCommit(() => this.#ports.broadcast(topic as string, event, payload))
  }

  /** Visitors have to join again: all of them, or who shows as this customer. */
  readmitVisitors(customer_id?: string) {
    this.#afterCommit(() => this.#ports.readmit(customer_id ? { customer_id } : { visitors_of: this.id }))
  }

  #afterCommit(send: () => void) {
    if (this.#held) this.#held.push(send)
    else send()
  }
}
