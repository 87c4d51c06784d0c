import type { Chat } from './chat.js'

/** A tab of the site, with its chat. */
export class Tab {
  readonly listeners: [name: string, listener: (event: { key: string }) => void][] = []
  readonly posted: { event: string }[] = []
  chat!: Chat

  /** The visitor opens or closes the chat. */
  toggle(isOpen: boolean) {
    this.chat.hear('papercups:toggle', { isOpen })
  }

  /** The page names the visitor. */
  identify(metadata: object) {
    this.chat.hear('customer:update', { metadata })
  }

  events = () => this.posted.map(({ event }) => event)
  /** The texts on the screen. Those that are not stored yet begin with their state. */
  shown() {
    const { messages, waiting } = this.chat.state
    return [...messages.map(({ body }) => body), ...waiting.map(({ body, state }) => `${state}: ${body}`)]
  }
}
