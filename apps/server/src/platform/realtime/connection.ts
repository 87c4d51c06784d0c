import type { Socket } from 'node:net'
import { encodeClose, encodeReply, type Frame, type Ref, type Vsn } from '@papercups/wire'
import { WebSocket } from 'ws'
import type { Caller } from '../feature.js'
import type { Channel } from './channel.js'
import { textFrame } from './text-frame.js'

/** A `ws` socket that knows its connection, so that all sockets share the same listeners. */
export class ConnectionSocket extends WebSocket {
  connection: Connection | undefined = undefined
}

/** How many unsent bytes a connection may have. Above it, `onSlowReader` is called. */
export interface SendLimits {
  maxBacklog(connection: Connection): number
  onSlowReader(connection: Connection): void
}

export interface ClientInfo {
  caller: Caller | undefined
  ip: string
  site: string | undefined
}

/**
 * One connected client. There are many and most are idle, so a connection has no timers, buffers or closures of its own.
 * Most clients join two or three topics: a plain array finds them fastest.
 */
export class Connection {
  readonly socket: ConnectionSocket
  readonly raw: Socket
  readonly sendLimits: SendLimits
  readonly vsn: Vsn
  readonly caller: Caller | undefined
  readonly ip: string
  readonly site: string | undefined
  readonly channels: Channel[] = []
  /** Closed by us or by the client. Frames that still arrive are ignored. */
  gone = false
  last_received_at: number
  blocked_since = 0
  frames_full_at = 0
  joins_full_at = 0
  bytes_full_at = 0
  /** `raw.bytesRead` when the last message was complete. */
  bytes_of_complete_messages = 0
  /** Bytes read since it last waited for its turn. */
  bytes_this_turn = 0
  /** Sent too much: we do not read from it for a while. */
  throttled = false
  strikes = 0
  waiting = 0

  constructor(
    socket: ConnectionSocket,
    raw: Socket,
    sendLimits: SendLimits,
    vsn: Vsn,
    { caller, ip, site }: ClientInfo,
    now: number,
  ) {
    this.socket = socket
    this.raw = raw
    this.sendLimits = sendLimits
    this.vsn = vsn
    this.caller = caller
    this.ip = ip
    this.site = site
    this.last_received_at = now
  }

  get open() {
    return this.socket.readyState === WebSocket.OPEN
  }

  channel(topic: string) {
    for (const channel of this.channels) if (channel.topic === topic) return channel
    return undefined
  }

  /** Bypasses `ws`, which would encode the frame again for each socket. `ws` neither compresses nor queues, so order is kept. */
  send(frame: Buffer) {
    if (!this.open) return
    if (this.raw.writableLength > this.sendLimits.maxBacklog(this)) this.sendLimits.onSlowReader(this)
    else this.raw.write(frame)
  }

  reply(join_ref: Ref, { ref, topic }: Frame, status: 'ok' | 'error', response: object) {
    this.send(textFrame(this.#reply(join_ref, ref, topic, status, response)))
  }

  #reply(join_ref: Ref, ref: Ref, topic: string, status: 'ok' | 'error', response: object) {
    try {
      return encodeReply(this.vsn, join_ref, ref, topic, status, response)
    } catch {
      // JSON.stringify fails on deep nesting that JSON.parse accepts, and `ping` echoes its payload.
      return encodeReply(this.vsn, join_ref, ref, topic, 'error', { reason: 'Something went wrong' })
    }
  }

  close(channel: Channel, event: 'phx_close' | 'phx_error') {
    this.send(textFrame(encodeClose(this.vsn, channel.join_ref, channel.topic, event)))
  }
}
