/** Rows beyond this number are looked up again. */
const MAX_KEPT = 50_000

interface Kept<Row> {
  read_at: number
  found: Promise<Row | undefined>
}

/**
 * Rows that the database announces every change of. They are kept only while its notices arrive, and at most for
 * `max_age_ms`.
 */
export class ChangeCache<Row> {
  readonly #kept = new Map<string, Kept<Row>>()
  readonly #max_age_ms: number
  readonly #read: (id: string) => Promise<Row | undefined>
  #listening = false
  #changes = 0

  constructor(max_age_ms: number, read: (id: string) => Promise<Row | undefined>) {
    this.#max_age_ms = max_age_ms
    this.#read = read
  }

  /** A row read before a change may arrive after its notice. Then it is read again. */
  async find(id: string): Promise<Row | undefined> {
    for (;;) {
      const before = this.#changes
      const row = await this.#readOnce(id)
      if (before === this.#changes) return row
    }
  }

  #readOnce(id: string) {
    const known = this.#kept.get(id)
    if (known && performance.now() - known.read_at < this.#max_age_ms) return known.found
    const read_at = performance.now()
    const found = this.#read(id)
    if (!this.#listening) return found
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear()
    const entry = { read_at, found }
    this.#kept.set(id, entry)
    // Failures and unknown ids are not kept.
    const forget = () => this.#kept.get(id) === entry && this.#kept.delete(id)
    void found.then((row) => row ?? forget(), forget)
    return found
  }

  forget(id: string) {
    this.#changes += 1
    this.#kept.delete(id)
  }

  clear() {
    this.#changes += 1
    this.#kept.clear()
  }

  connected() {
    this.#listening = true
    this.clear()
  }

  disconnected() {
    this.#listening = false
    this.clear()
  }
}
