import { seatCustomers, type Company, type Ground } from './ground.js'
import { requestBytes, type HttpLane } from './clients/http-lane.js'
import { median } from './statistics.js'

/** Messages of one turn, one every 50 ms. */
const MESSAGES = 60
const EVERY_MS = 50

/** Messages a second that one writer could send, by the usual time of a call. */
export async function writePaced(ground: Ground, lane: HttpLane, company: Company) {
  const [seat] = await seatCustomers(ground, company, 1)
  const message = { conversation_id: seat?.conversation_id, body: 'x'.repeat(200) }
  const request = requestBytes('/api/messages', company.token, { message })
  const times: number[] = []
  for (let sent = 0; sent < MESSAGES; sent += 1) {
    const begun = performance.now()
    await lane.send(request)
    times.push(performance.now() - begun)
    await pause(EVERY_MS - (performance.now() - begun))
  }
  return 1_000 / median(times)
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)))
