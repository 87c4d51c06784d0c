import { HttpError } from '../../../platform/errors.js'

/** As long as a call waits for a database connection. */
const LONGEST_WAIT_MS = 10_000

interface Waiting {
  account_id: string
  start(): void
}

/**
 * An open call holds a database connection until it is answered, and may need a second one. So all of them take at most half of the
 * connections, and those of one account half of that. The others wait, without a connection.
 */
export class CallSlots {
  readonly #most: number
  readonly #most_of_account: number
  /** How many are open, by account. */
  readonly #open = new Map<string, number>()
  #open_in_all = 0
  #waiting: Waiting[] = []

  constructor(connections: number) {
    this.#most = Math.max(1, Math.floor(connections / 2))
    this.#most_of_account = Math.max(1, Math.floor(this.#most / 2))
  }

  /** Does the work when there is a slot for it. */
  async run<T>(account_id: string, work: () => Promise<T>, patience_ms = LONGEST_WAIT_MS): Promise<T> {
    await this.#take(account_id, patience_ms)
    try {
      return await work()
    } finally {
      this.#giveBack(account_id)
    }
  }

  #take(account_id: string, patience_ms: number) {
    return new Promise<void>((resolve, reject) => {
      const waiting = {
        account_id,
        start: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting)
        reject(tooMany())
      }, patience_ms)
      this.#waiting.push(waiting)
      this.#startWaiting()
    })
  }

  #startWaiting() {
    while (this.#open_in_all < this.#most) {
      const at = this.#waiting.findIndex(({ account_id }) => this.#openOf(account_id) < this.#most_of_account)
      const [next] = at < 0 ? [] : this.#waiting.splice(at, 1)
      if (!next) return
      this.#open.set(next.account_id, this.#openOf(next.account_id) + 1)
      this.#open_in_all += 1
      next.start()
    }
  }

  #giveBack(account_id: string) {
    const left = this.#openOf(account_id) - 1
    if (left > 0) this.#open.set(account_id, left)
    else this.#open.delete(account_id)
    this.#open_in_all -= 1
    this.#startWaiting()
  }

  #openOf(account_id: string) {
    return this.#open.get(account_id) ?? 0
  }
}

const tooMany = () =>
  new HttpError(503, 'Too many calls with an Idempotency-Key are running. Try again in a moment.', {
    details: { retry_after: 5 },
  })
