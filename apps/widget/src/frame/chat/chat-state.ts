import type { Upload } from '@papercups/client-core'
import type { Message, OwnRating, TeamFace } from '@papercups/contract'
import type { ConnectionState } from '@papercups/wire'
import type { WaitingMessage } from './messages.js'
import type { FrameOptions } from '../lib/params.js'

/** The state that the chat renders. */
export interface ChatState {
  options: FrameOptions
  /** The users in the welcome. */
  team: TeamFace[]
  /** The first requests have ended, with or without success. */
  ready: boolean
  line: ConnectionState
  /** The account does not allow the embedding site. */
  siteRefused: boolean
  /** The number of online agents; -1 while unknown. */
  agents: number
  /** Whether the away message replaces the greeting. Decided once, so that it does not flicker. */
  away: boolean | undefined
  /** The conversation of the messages. Empty if there is none yet. */
  conversation: string
  messages: Message[]
  /** Another conversation that has an unseen reply. */
  elsewhere: string
  /** The visitor's messages that are not in `messages` yet. */
  waiting: WaitingMessage[]
  open: boolean
  /** Show the list of conversations instead of one. */
  listing: boolean
  /** Increased whenever the composer should get the focus. */
  focus: number
  popup: boolean
  /** The popup shows the greeting instead of replies. */
  greeting: boolean
  email: string
  /** Increased whenever the composer must begin anew, for another person or another conversation. */
  composer: number
  /** The files of the draft. */
  uploads: readonly Upload<void>[]
  /** The agents who are typing. */
  typing: string
  /** The closed conversation that the visitor may rate. */
  rating: OwnRating | null
}

export const initialState = (options: FrameOptions, email: string): ChatState => ({
  options,
  team: [],
  ready: false,
  line: 'connecting',
  siteRefused: false,
  agents: -1,
  away: undefined,
  conversation: '',
  messages: [],
  elsewhere: '',
  waiting: [],
  // An old loader shows the chat at once, and is the only one that reports this event.
  open: options.alwaysOpen && window.parent === window,
  listing: false,
  focus: 0,
  popup: false,
  greeting: false,
  email,
  composer: 0,
  uploads: [],
  typing: '',
  rating: null,
})

/**
 * The greeting or away message. It is never stored. Empty if there is none, undefined until we know whether the team is
 * away.
 */
export function greetingOf({ options, ready, away: decided }: ChatState) {
  const away = options.away ?? decided
  if (!ready) return undefined
  return options.awayMessage && away !== false ? away && options.awayMessage : options.greeting
}
