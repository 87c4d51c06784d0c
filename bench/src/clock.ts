import { setTimeout as delay } from 'node:timers/promises'
import { BODY } from './bare-statement.js'
import type { FrameListener } from './clients/raw-socket.js'

/** After this a message counts as lost. */
const PATIENCE_MS = 30_000

/** The text of a message. Its number identifies it when the agent receives it. */
export const wordsOf = (number: number) => ({
  body: `${BODY} (${String(number).padStart(9, '0')})`,
  sent_at: new Date().toISOString(),
  client_message_id: crypto.randomUUID(),
})

/** Sends at a steady rate, without waiting for answers, and measures the time from each send to its arrival. */
export class Clock {
  #sent = new Map<number, number>()
  #took: number[] = []
  #last = 0
  #finished = () => {}

  heard: FrameListener = (bytes, start, end) => {
    const number = /"shout".*\((\d{9})\)/s.exec(bytes.toString('latin1', start, end))?.[1]
    if (number) this.arrived(Number(number))
  }

  arrived(number: number) {
    const sent = this.#sent.get(number)
    if (sent === undefined) return
    this.#took.push(performance.now() - sent)
    this.#sent.delete(number)
    if (this.#sent.size === 0) this.#finished()
  }

  async time(messages: number, a_second: number, send: (number: number) => unknown): Promise<number[]> {
    this.#took = []
    const begun = performance.now()
    for (let index = 0; index < messages; index += 1) {
      const wait = begun + (index * 1_000) / a_second - performance.now()
      if (wait > 0) await delay(wait)
      this.#last += 1
      this.#sent.set(this.#last, performance.now())
      void send(this.#last)
    }
    await this.#arrival()
    return this.#took
  }

  async #arrival() {
    if (this.#sent.size === 0) return
    const patience = new AbortController()
    const late = delay(PATIENCE_MS, undefined, { signal: patience.signal }).then(() => {
      throw new Error(`${this.#sent.size} messages did not arrive`)
    })
    await Promise.race([new Promise<void>((resolve) => (this.#finished = resolve)), late])
    patience.abort()
    late.catch(() => {})
  }
}
