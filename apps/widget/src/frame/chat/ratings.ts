import type { NewRating, OwnRating } from '@papercups/contract'
import type { Session } from './session.js'

/** What the visitor is asked to rate, and their answer. */
export class Ratings {
  readonly #session: Session
  readonly #show: (rating: OwnRating | null) => void

  constructor(session: Session, show: (rating: OwnRating | null) => void) {
    this.#session = session
    this.#show = show
  }

  async read() {
    const { api, visitor } = this.#session
    // Offline: the next push or page reads it.
    if (visitor.customer_id) await api.rating(visitor.customer_id).then(this.#show, () => {})
  }

  async give(conversationId: string, rating: NewRating) {
    const { api, visitor } = this.#session
    this.#show(await api.rate(visitor.customer_id, conversationId, rating))
  }
}
