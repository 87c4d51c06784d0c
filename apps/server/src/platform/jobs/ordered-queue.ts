interface Item {
  id: string
  order_key: string
}

/** Items with the same order key are taken one after the other, in the order in which they were added. */
export class OrderedQueue<T extends Item> {
  readonly #queues = new Map<string, T[]>()
  readonly #busy = new Set<string>()
  readonly #held = new Set<string>()

  /** The ids of items that wait or are worked on. */
  get held() {
    return [...this.#held]
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
      this.#busy.add(key)
      return item
    }
    return undefined
  }

  release({ id, order_key }: Item) {
    this.#held.delete(id)
    this.#busy.delete(order_key)
  }
}
