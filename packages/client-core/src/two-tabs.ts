import type { Store } from './store.js'

type Write = [key: string, value: string | null]

/** For tests: the storage of one site in two tabs. Each has its own copy; `sync` copies the writes, as a browser does. */
export function twoTabs() {
  const tabs = [new Map<string, string>(), new Map<string, string>()]
  const pending: Write[][] = [[], []]

  const apply = (tab: Map<string, string> | undefined, [key, value]: Write) =>
    value === null ? tab?.delete(key) : tab?.set(key, value)
  const open = (index: 0 | 1): Store => ({
    keys: () => [...(tabs[index]?.keys() ?? [])],
    get: (key) => tabs[index]?.get(key) ?? null,
    set(key, value) {
      apply(tabs[index], [key, value])
      pending[index]?.push([key, value])
    },
  })

  return {
    a: open(0),
    b: open(1),
    sync() {
      const [fromA = [], fromB = []] = pending.map((writes) => writes.splice(0))
      for (const write of fromA) apply(tabs[1], write)
      // B's writes come last, so they win in both.
      for (const write of fromB) tabs.forEach((tab) => apply(tab, write))
    },
  }
}
