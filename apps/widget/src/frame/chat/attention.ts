import type { Message } from '@papercups/contract'
import { greetingOf, type ChatState } from './chat-state.js'
import { chime } from '../lib/chime.js'
import { isUnseenReply, markSeen } from './messages.js'
import type { PageReports } from './page-reports.js'
import type { Session } from './session.js'

interface Screen {
  state(): ChatState
  set(change: Partial<ChatState>): void
}

/** Knows whether the visitor looks at the chat. Reports what they have seen to the server, and the rest to the page. */
export class Attention {
  readonly #screen: Screen
  readonly #session: Session
  readonly #page: PageReports
  /** Messages of conversations that were not shown. The answer that shows one may be older. */
  #heard: Message[] = []

  constructor(screen: Screen, session: Session, page: PageReports) {
    this.#screen = screen
    this.#session = session
    this.#page = page
  }

  get #isWatched() {
    return this.#screen.state().open && document.visibilityState === 'visible'
  }

  /** A new message in the conversation that is shown. */
  report(message: Message) {
    this.#page.message(message)
    // Bot messages show no badge and no popup, so they play no sound.
    if (isUnseenReply(message) && !this.#isWatched) this.#ring()
  }

  /** A new message in another conversation. */
  reportElsewhere(message: Message) {
    if (!message.private) this.#heard.push(message)
    if (!isUnseenReply(message)) return
    this.#page.message(message)
    this.#ring()
    this.noteElsewhere(message.conversation_id)
  }

  forgetHeard() {
    this.#heard = []
  }

  /** The conversation is shown now. */
  takeHeard(conversation: string) {
    const taken = this.#heard.filter(({ conversation_id }) => conversation_id === conversation)
    this.#heard = this.#heard.filter((message) => !taken.includes(message))
    return taken
  }

  noteElsewhere(elsewhere: string) {
    this.#screen.set({ elsewhere })
    this.update()
  }

  #ring() {
    if (!this.#screen.state().options.silent) void chime()
  }

  /** Runs after each change of the messages, and when the visitor begins or ends to look. */
  update(opened = false) {
    const { messages, ready, conversation, elsewhere, listing, waiting } = this.#screen.state()
    const unseen = messages.filter(isUnseenReply)
    if (this.#isWatched) {
      const { topic } = this.#session
      // The list hides the messages. A visitor who opens another conversation from it sees that there are some.
      if (listing && unseen.length) this.#screen.set({ elsewhere: elsewhere || conversation })
      else if (unseen.length || topic?.isSeenOwed) {
        topic?.reportSeen()
        this.#screen.set({ messages: markSeen(messages, new Date().toISOString()) })
      }
      if (elsewhere && elsewhere === conversation && !listing) this.#screen.set({ elsewhere: '' })
      if (unseen.length || opened) this.#page.seen()
      this.#page.resetUnseen()
    } else if (ready) {
      this.#page.unseen(unseen)
      if (elsewhere && !unseen.length && !waiting.length) this.#showElsewhere(elsewhere)
    }
  }

  /** Nobody is looking, so the chat can show the other conversation. */
  #showElsewhere(elsewhere: string) {
    this.#screen.set({ elsewhere: '' })
    const { customer_id } = this.#session.visitor
    const restore = () => {
      const { conversationId, visitor } = this.#session
      if (conversationId !== elsewhere && visitor.customer_id === customer_id) this.#screen.set({ elsewhere })
    }
    this.#session.open(elsewhere).then((isShown) => isShown || restore(), restore)
  }

  /** Closes an empty popup, because it would block clicks on the page. A greeting may still be loading. */
  checkPopup() {
    const state = this.#screen.state()
    const isEmpty = state.greeting ? greetingOf(state) === '' : !state.messages.some(isUnseenReply)
    if (state.popup && isEmpty) this.dismissPopup()
  }

  dismissPopup() {
    this.#screen.set({ popup: false })
    this.#page.seen({ dismissed: true })
  }
}
