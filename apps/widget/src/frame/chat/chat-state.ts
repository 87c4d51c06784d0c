import type { Upload } from '@papercups/client-core'
import type { Message } from '@papercups/contract'
import type { ConnectionState } from '@papercups/wire'
import type { WaitingMessage } from './messages.js'
import type { FrameOptions } from '../lib/params.js'

/** What the chat shows. */
export interface ChatState {
  options: FrameOptions
  /** The server has been asked what there is, with or without success. */
  ready: boolean
  line: ConnectionState
  /** The account does not allow the site around us, or does so no more. */
  siteRefused: boolean
  /** How many of the team are there; -1 until we have heard. */
  agents: number
  /** Whether the away message stands in for the greeting; decided once, so that it does not flicker. */
  away: boolean | undefined
  messages: Message[]
  /** The visitor's messages that are not among `messages` yet. */
  waiting: WaitingMessage[]
  open: boolean
  /** Instead of the conversation, the list of all that there are. */
  listing: boolean
  /** Grows whenever the composer should take the keyboard. */
  focus: number
  popup: boolean
  /** The popup greets instead of showing replies. */
  greeting: boolean
  email: string
  /** The files of the message that is being written. */
  uploads: readonly Upload<void>[]
  /** Who of the team is writing, as far as we have heard lately. */
  typing: string
}

/** The first words, never stored; empty without any, undefined until we know whether the team is away. */
export function greetingOf({ options, ready, away: decided }: ChatState) {
  const away = options.away ?? decided
  if (!ready) return undefined
  return options.awayMessage && away !== false ? away && options.awayMessage : options.greeting
}
