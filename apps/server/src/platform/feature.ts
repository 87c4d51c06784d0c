import type { DomainEvents, KeyScope, Role } from '@papercups/contract'
import type { Static, TObject } from 'typebox'
import type { Account, AccountTransaction } from './account.js'
import type { StoredActor } from './actor.js'
import type { App } from './http/app.js'
import type { Platform } from './platform.js'
import type { Topic } from './realtime/topic.js'

/** The signed-in user, with their current role. */
export interface Caller {
  account: Account
  user: { id: number; email: string; role: Role; session_id: string | null }
  /** The API key of the call. Then there is no session. */
  key?: { id: string; scope: KeyScope }
}

/** Runs in this process after the commit. It may only `broadcast`. */
export type Reaction<E extends keyof DomainEvents> = (account: Account, payload: DomainEvents[E]) => void

/** A row of the event log: ids and changes, no bodies. */
export interface LoggedEvent {
  id: number
  type: keyof DomainEvents
  conversation_id: string | null
  payload: Record<string, unknown>
  /** Null where the server itself acted. */
  actor: StoredActor | null
  created_at: Date
}

/**
 * Runs from the event log in its order, once per event. Its jobs and events commit with the log's cursor; its broadcasts
 * are sent after that.
 */
export type LaterReaction = (account: AccountTransaction, event: LoggedEvent) => Promise<void>

/** Like `LaterReaction`, but called once with all events of a kind that one read of the log finds for an account. */
export type GatheredReaction = (account: AccountTransaction, events: LoggedEvent[]) => Promise<void>

export interface Job<S extends TObject = TObject> {
  /** `feature.verb-phrase`, stored in the queue. */
  name: string
  input: S
  /** Jobs with the same key run one at a time, in the order of enqueueing. */
  key?: (input: Static<S>) => string
  run(account: Account, input: Static<S>, platform: Platform): Promise<void>
}

/** When a job is due; without it, at once. */
export type When = { after: string } | { at: Date }

/** Runs in every process from its start to its end. */
export interface Worker {
  name: string
  start(platform: Platform): {
    /** The server's start waits for it, and fails with it. */
    started?: Promise<void>
    /** There may be work. Called after a commit that asked for it with `account.wakeWorker`. */
    wake(): void
    stop(): Promise<void>
  }
}

export interface Cron {
  name: string
  /** Five fields, UTC. */
  at: string
  run(platform: Platform): Promise<void>
}

export interface Feature {
  routes?: (app: App) => void
  topics?: Topic[]
  jobs?: Job[]
  cron?: Cron[]
  workers?: Worker[]
  on?: { [E in keyof DomainEvents]?: Array<Reaction<E>> }
  later?: { [E in keyof DomainEvents]?: LaterReaction[] }
  gathered?: { [E in keyof DomainEvents]?: GatheredReaction[] }
}

export const defineFeature = (feature: Feature) => feature

export const defineWorker = (worker: Worker) => worker

/** Erases the input's type for the registry; `run` keeps it for the job's own code. */
export const defineJob = <S extends TObject>(job: Job<S>) => job as unknown as Job & { input: S }
