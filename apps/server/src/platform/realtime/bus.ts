import { randomBytes } from 'node:crypto'
import type { Entry } from './presence.js'
import type { Realtime } from './topic.js'

export type Revoked = Parameters<Realtime['disconnect']>[0] | Parameters<Realtime['readmit']>[0]

/** The way to the other processes. What happens in this one has been delivered by the time it is called. */
export interface Bus {
  /** Ours. Every `phx_ref` of this process begins with it. */
  readonly process: string
  /** The others are heard from now on, or cannot be reached for now: then we go on alone. */
  readonly ready: Promise<void>
  /** The payload is JSON text. */
  publish(topic: string, event: string, payload: string): void
  /** The first member came: from now on `Ear` hears of the topic. Something to wait for, or nothing. */
  open(topic: string): Promise<void> | undefined
  close(topic: string): void
  track(topic: string, entry: Entry): void
  /** `last`: none of our entries is left in that topic. */
  untrack(topic: string, entry: Entry, last: boolean): void
  /** Who is present elsewhere, in an open topic. */
  remote(topic: string): Iterable<Entry>
  /** The same for any topic. */
  read(topic: string): Promise<Iterable<Entry>>
  revoke(match: Revoked): void
  stop(): Promise<void>
}

/** What the other processes make us do. */
export interface Ear {
  deliver(topic: string, event: string, payload: string): void
  joined(topic: string, entry: Entry): void
  left(topic: string, entry: Entry): void
  revoke(match: Revoked): void
  /** Broadcasts were lost on the way: members have to ask for what they missed. */
  missed(): void
  /** Everybody present in this process, to be told again to somebody who forgot. */
  own(): Iterable<[topic: string, entry: Entry]>
}

export const processId = () => randomBytes(6).toString('base64url')

/** One process alone: there is nobody else to tell. */
export function createLocalBus(): Bus {
  return {
    process: processId(),
    ready: Promise.resolve(),
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
