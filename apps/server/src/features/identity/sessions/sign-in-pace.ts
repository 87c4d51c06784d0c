/** Wrong passwords without a delay: people mistype. */
const FREE = 5
const FIRST_STEP_MS = 250
/** Between two attempts on one email from one IP. */
const LONGEST_STEP_MS = 4_000
/** An attempt waits at most this long behind earlier ones. Then the caller has to try again later. */
const LONGEST_QUEUE_MS = 5_000
/** The longest delay that attempts from elsewhere cause for the owner on a new device. They are never refused. */
const LONGEST_DELAY_MS = 1_000
/** The count starts over after this long without an attempt. */
const FORGET_MS = 15 * 60_000
const MAX_KEPT = 100_000

interface Tally {
  attempts: number
  at: number
  /** When the next attempt may be checked. */
  free_at: number
}

/**
 * Slows down guessing at one email without locking its owner out. Attempts from one IP queue up; attempts from all IPs
 * together only add a short delay. Each process counts for itself.
 */
export class SignInPace {
  readonly #pairs = new Map<string, Tally>()
  readonly #emails = new Map<string, Tally>()
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** How long to wait before the password is checked, and whether that is too long. */
  start(email: string, ip: string): { wait_ms: number; refused: boolean } {
    const pair = this.#tally(this.#pairs, `${email} ${ip}`)
    const now = this.#now()
    const queue = Math.max(0, pair.free_at - now)
    if (queue > LONGEST_QUEUE_MS) return { wait_ms: queue, refused: true }
    pair.attempts += 1
    pair.free_at = Math.max(pair.free_at, now) + stepAfter(pair.attempts, LONGEST_STEP_MS)
    const everywhere = this.#tally(this.#emails, email)
    const delay = stepAfter(everywhere.attempts, LONGEST_DELAY_MS)
    everywhere.attempts += 1
    return { wait_ms: Math.max(queue, delay), refused: false }
  }

  /** The password was right, so earlier failures from this IP were typos. */
  succeeded(email: string, ip: string) {
    this.#pairs.delete(`${email} ${ip}`)
  }

  #tally(kept: Map<string, Tally>, key: string): Tally {
    const now = this.#now()
    const found = kept.get(key)
    const tally = found && now - found.at < FORGET_MS ? found : { attempts: 0, at: now, free_at: now }
    tally.at = now
    // Deleting first moves the entry to the end, so the first one is the least recently used.
    kept.delete(key)
    const [oldest] = kept.keys()
    if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest)
    kept.set(key, tally)
    return tally
  }
}

function stepAfter(attempts: number, longest: number) {
  return attempts < FREE ? 0 : Math.min(longest, FIRST_STEP_MS * 2 ** (attempts - FREE))
}
