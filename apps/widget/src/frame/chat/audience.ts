import type { Message, PresenceState } from '@papercups/contract'

/** Hears from the session what the screen and the page must show. */
export interface Audience {
  /** The connection, the outbox or the acknowledged messages have changed. */
  changed(): void
  /** All messages of the conversation that is shown. `isChosen`: it was opened instead of another one. */
  fetched(conversationId: string, messages: Message[], isChosen?: boolean): void
  /** A new message in the conversation that is shown, or in another one of the visitor. */
  shouted(message: Message, isShown: boolean): void
  /** Another conversation has unseen replies. Empty if none has. */
  unseenElsewhere(conversationId: string): void
  typing(name: string | null): void
  rated(): void
  present(presence: PresenceState): void
  customerKnown(customerId: string): void
  /** The customer is another one from now on. Nothing of the former one may stay on the screen. */
  customerLeft(): void
  /** This was decided in another tab. */
  customerLeftElsewhere(): void
  conversationKnown(conversationId: string, customerId: string): void
}
