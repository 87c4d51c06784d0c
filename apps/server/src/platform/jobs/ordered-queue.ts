interface Item {
  id: string
  order_key: string
}

/** Items with the same order key are taken one after the other, in the order in which they were added. */
export class OrderedQueue<T extends Item> {
  readonly #queues = new Map<string, T[]>()
  readonly #busy = new Set<string>()
  readonly #held = new Set<string>()

  /** The ids of items that were added and not forgotten yet. */
  get held() {
    return [...this.#held]
  }

  get heldCount() {
    return this.#held.size
  }

  add(items: T[]) {
    for (const item of items) {
      this.#held.add(item.id)
      const queue = this.#queues.get(item.order_key)
      if (queue) queue.push(item)
      else this.#queues.set(item.order_key, [item])
    }
  }

  /** The next item whose key nobody works on. */
  take(): T | undefined {
    for (const [key, queue] of this.#queues) {
      if (this.#busy.has(key)) continue
      const item = queue.shift()
      if (queue.length === 0) this.#queues.delete(key)
      // At once: another worker may take an item before this one goes on.
      this.#busy.add(key)
      return item
    }
    return undefined
  }

  /** Others with this key may be taken now. */
  free(order_key: string) {
    this.#busy.delete(order_key)
  }

  forget(id: string) {
    this.#held.delete(id)
  }

  /** Forgets what waits with this key. */
  drop(order_key: string) {
    for (const { id } of this.#queues.get(order_key) ?? []) this.forget(id)
    this.#queues.delete(order_key)
  }
}
