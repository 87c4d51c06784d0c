import type { BusHandlers } from './bus.js'
import { processOf, type Entry } from './presence.js'

/** A topic with members in this process, and its entries in other processes. */
interface Open {
  entries: Map<string, Entry>
  /** Changes that arrived while its presence was being read. They are newer than the result. */
  reads: Set<{ joined: Set<string>; left: Set<string> }>
}

/** The presence entries of other processes. Each change calls a handler once. */
export function createRemotePresence(handlers: Pick<BusHandlers, 'joined' | 'left'>) {
  const opens = new Map<string, Open>()
  const processes = new Set<string>()

  function add(topic: string, entry: Entry) {
    const open = opens.get(topic)
    if (!open) return
    const ref = entry.meta.phx_ref
    for (const read of open.reads) read.joined.add(ref)
    processes.add(processOf(ref))
    if (open.entries.has(ref)) return
    open.entries.set(ref, entry)
    handlers.joined(topic, entry)
  }

  function remove(topic: string, entry: Entry) {
    const open = opens.get(topic)
    if (!open) return
    const ref = entry.meta.phx_ref
    for (const read of open.reads) read.left.add(ref)
    if (open.entries.delete(ref)) handlers.left(topic, entry)
  }

  return {
    add,
    remove,
    topics: () => [...opens.keys()],
    has: (topic: string) => opens.has(topic),
    entries: (topic: string): Iterable<Entry> => opens.get(topic)?.entries.values() ?? [],
    open: (topic: string) => void opens.set(topic, { entries: new Map(), reads: new Set() }),
    close: (topic: string) => void opens.delete(topic),
    /** Replaces the entries by those read, but keeps changes that arrived meanwhile. */
    async refresh(topic: string, read: () => Promise<Map<string, Entry>>) {
      const open = opens.get(topic)
      if (!open) return
      const meanwhile = { joined: new Set<string>(), left: new Set<string>() }
      open.reads.add(meanwhile)
      try {
        const found = await read()
        if (opens.get(topic) !== open) return
        for (const [ref, entry] of found) if (!meanwhile.left.has(ref)) add(topic, entry)
        for (const [ref, entry] of open.entries) {
          if (!found.has(ref) && !meanwhile.joined.has(ref)) remove(topic, entry)
        }
      } finally {
        open.reads.delete(meanwhile)
      }
    },
    /** Removes the entries of processes that are not alive. */
    removeDead(alive: string[]) {
      for (const process of processes) {
        if (alive.includes(process)) continue
        processes.delete(process)
        for (const [topic, open] of opens) {
          for (const [ref, entry] of open.entries) if (processOf(ref) === process) remove(topic, entry)
        }
      }
    },
  }
}
