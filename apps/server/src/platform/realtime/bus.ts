import { randomBytes } from 'node:crypto'
import type { Entry } from './presence.js'
import type { Realtime } from './topic.js'

export type Revoked = Parameters<Realtime['disconnect']>[0] | Parameters<Realtime['rejoinVisitors']>[0]

/** Connects the processes. Call it after delivering in this process. */
export interface Bus {
  /** The id of this process. Each of its `phx_ref`s begins with it. */
  readonly process: string
  /** Resolves when we receive from the others, or when they cannot be reached: then we go on alone. */
  readonly ready: Promise<void>
  /** Whether messages reach the other processes and theirs reach us. */
  isConnected(): boolean
  /** `payload` is JSON text. */
  publish(topic: string, event: string, payload: string): void
  /** For the first member. From then on the handlers are called for this topic. */
  open(topic: string): Promise<void> | undefined
  close(topic: string): void
  track(topic: string, entry: Entry): void
  /** `last`: this process has no entries left in the topic. */
  untrack(topic: string, entry: Entry, last: boolean): void
  /** The entries of other processes in an open topic. */
  remote(topic: string): Iterable<Entry>
  /** The same for any topic, open or not. */
  read(topic: string): Promise<Iterable<Entry>>
  revoke(match: Revoked): void
  stop(): Promise<void>
}

/** Called for what happened in other processes. */
export interface BusHandlers {
  deliver(topic: string, event: string, payload: string): void
  joined(topic: string, entry: Entry): void
  left(topic: string, entry: Entry): void
  revoke(match: Revoked): void
  /** Broadcasts were lost: members have to fetch what they missed. */
  missed(): void
  /** All presence entries of this process, to publish them again. */
  localEntries(): Iterable<[topic: string, entry: Entry]>
}

export const processId = () => randomBytes(6).toString('base64url')

/** For a single process. */
export function createLocalBus(): Bus {
  return {
    process: processId(),
    ready: Promise.resolve(),
    isConnected: () => true,
    publish() {},
    open: () => undefined,
    close() {},
    track() {},
    untrack() {},
    remote: () => [],
    read: async () => [],
    revoke() {},
    async stop() {},
  }
}
