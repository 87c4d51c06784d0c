import type { Seat } from './bare-statement.js'
import { startChild } from './child.js'

export interface Order {
  open: { port: number; account_id: string; seats: Seat[] }
  reconnect: { count: number }
  openBare: { port: number; count: number }
}

/** Milliseconds that the command took. */
export interface Report {
  done: number
}

/** Visitors in a process of their own. */
export async function startCrowd() {
  const child = startChild(new URL('./crowd-process.js', import.meta.url))
  await child.heard<{ ready: true }>('ready')
  return {
    async order<K extends keyof Order>(name: K, order: Order[K]) {
      const report = child.heard<Report>('done')
      child.send({ [name]: order })
      return (await report).done
    },
    stop: () => child.stop(),
  }
}
