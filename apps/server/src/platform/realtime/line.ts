import type { Socket } from 'node:net'
import { encodeClose, encodeReply, type Frame, type Ref, type Vsn } from '@papercups/wire'
import { WebSocket } from 'ws'
import type { Caller } from '../feature.js'
import type { Channel } from './channel.js'
import { textFrame } from './text-frame.js'

/** A `ws` socket that knows its line, so that all of them share the same listeners. */
export class Wire extends WebSocket {
  line: Line | undefined = undefined
}

/** How much may wait to be sent, and what happens to a line that does not read it. */
export interface Outlet {
  backlogOf(line: Line): number
  slow(line: Line): void
}

/** Who comes in, and from where. */
export interface Entrant {
  caller: Caller | undefined
  address: string
  site: string | undefined
}

/**
 * One connected client. There are many of these and most are silent, so a line has no timers, buffers or closures of its
 * own. Nearly everybody joins two or three topics: a plain array finds them fastest.
 */
export class Line {
  readonly wire: Wire
  readonly raw: Socket
  readonly outlet: Outlet
  readonly vsn: Vsn
  readonly caller: Caller | undefined
  readonly address: string
  readonly site: string | undefined
  readonly channels: Channel[] = []
  /** No longer ours: frames that still come in are not looked at. */
  gone = false
  heard_at: number
  clogged_at = 0
  frames_full_at = 0
  joins_full_at = 0
  bytes_full_at = 0
  /** What had come from it when its last message was complete. */
  read_bytes = 0
  /** Has sent so much that we do not read from it for a while. */
  resting = false
  strikes = 0
  waiting = 0

  constructor(wire: Wire, raw: Socket, outlet: Outlet, vsn: Vsn, { caller, address, site }: Entrant, now: number) {
    this.wire = wire
    this.raw = raw
    this.outlet = outlet
    this.vsn = vsn
    this.caller = caller
    this.address = address
    this.site = site
    this.heard_at = now
  }

  get open() {
    return this.wire.readyState === WebSocket.OPEN
  }

  channel(topic: string) {
    for (const channel of this.channels) if (channel.topic === topic) return channel
    return undefined
  }

  /** Past `ws`, which would frame it once more for each socket. Nothing is compressed or queued there, so order holds. */
  send(frame: Buffer) {
    if (!this.open) return
    if (this.raw.writableLength > this.outlet.backlogOf(this)) this.outlet.slow(this)
    else this.raw.write(frame)
  }

  reply(join_ref: Ref, { ref, topic }: Frame, status: 'ok' | 'error', response: object) {
    this.send(textFrame(this.#reply(join_ref, ref, topic, status, response)))
  }

  #reply(join_ref: Ref, ref: Ref, topic: string, status: 'ok' | 'error', response: object) {
    try {
      return encodeReply(this.vsn, join_ref, ref, topic, status, response)
    } catch {
      // An echo may be nested deeper than JSON.stringify can go, though it was parsed.
      return encodeReply(this.vsn, join_ref, ref, topic, 'error', { reason: 'Something went wrong' })
    }
  }

  close(channel: Channel, event: 'phx_close' | 'phx_error') {
    this.send(textFrame(encodeClose(this.vsn, channel.join_ref, channel.topic, event)))
  }
}
