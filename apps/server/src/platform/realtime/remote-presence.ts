import type { Ear } from './bus.js'
import { processOf, type Entry } from './presence.js'

/** A topic with members in this process, and who is present in it elsewhere. */
interface Open {
  entries: Map<string, Entry>
  /** What came in while its presence was being read: newer than the answer. */
  reads: Set<{ joined: Set<string>; left: Set<string> }>
}

/** What this process believes about the people of the others. Its members hear of every change, once. */
export function createRemotePresence(ear: Pick<Ear, 'joined' | 'left'>) {
  const opens = new Map<string, Open>()
  const processes = new Set<string>()

  function arrive(topic: string, entry: Entry) {
    const open = opens.get(topic)
    if (!open) return
    const ref = entry.meta.phx_ref
    for (const read of open.reads) read.joined.add(ref)
    processes.add(processOf(ref))
    if (open.entries.has(ref)) return
    open.entries.set(ref, entry)
    ear.joined(topic, entry)
  }

  function depart(topic: string, entry: Entry) {
    const open = opens.get(topic)
    if (!open) return
    const ref = entry.meta.phx_ref
    for (const read of open.reads) read.left.add(ref)
    if (open.entries.delete(ref)) ear.left(topic, entry)
  }

  return {
    arrive,
    depart,
    topics: () => [...opens.keys()],
    has: (topic: string) => opens.has(topic),
    entries: (topic: string): Iterable<Entry> => opens.get(topic)?.entries.values() ?? [],
    open: (topic: string) => void opens.set(topic, { entries: new Map(), reads: new Set() }),
    close: (topic: string) => void opens.delete(topic),
    /** Takes what is written down for the whole truth, except for what was heard while it was being read. */
    async refresh(topic: string, read: () => Promise<Map<string, Entry>>) {
      const open = opens.get(topic)
      if (!open) return
      const meanwhile = { joined: new Set<string>(), left: new Set<string>() }
      open.reads.add(meanwhile)
      try {
        const found = await read()
        if (opens.get(topic) !== open) return
        for (const [ref, entry] of found) if (!meanwhile.left.has(ref)) arrive(topic, entry)
        for (const [ref, entry] of open.entries) {
          if (!found.has(ref) && !meanwhile.joined.has(ref)) depart(topic, entry)
        }
      } finally {
        open.reads.delete(meanwhile)
      }
    },
    /** Everybody of a process that is not among the living is gone. */
    bury(alive: string[]) {
      for (const process of processes) {
        if (alive.includes(process)) continue
        processes.delete(process)
        for (const [topic, open] of opens) {
          for (const [ref, entry] of open.entries) if (processOf(ref) === process) depart(topic, entry)
        }
      }
    },
  }
}
