import { tooMany } from '../errors.js'
import { isLoopback, networkOf } from './client-ip.js'

/** Files that are being read into memory, of one network and of all. */
const MOST_OF_NETWORK = 16
const MOST = 64

/** Limits count a call when its body has arrived. Bodies that never end would fill the memory before that. */
export class FilesInFlight {
  readonly #open = new Map<string, number>()
  #open_in_all = 0

  async read<T>(ip: string, work: () => Promise<T>): Promise<T> {
    const network = networkOf(ip)
    const own = this.#open.get(network) ?? 0
    // Behind a proxy that is not trusted everybody has its address.
    if (this.#open_in_all >= MOST || (own >= MOST_OF_NETWORK && !isLoopback(ip))) throw tooMany(1)
    this.#open.set(network, own + 1)
    this.#open_in_all += 1
    try {
      return await work()
    } finally {
      this.#open_in_all -= 1
      const left = (this.#open.get(network) ?? 1) - 1
      if (left > 0) this.#open.set(network, left)
      else this.#open.delete(network)
    }
  }
}
