import type { Message } from '@papercups/contract'

/** Every message once, in the order of the conversation, whatever way and however often each of them came. */
export function mergeMessages(known: readonly Message[], came: readonly Message[]): Message[] {
  const byId = new Map(known.map((message) => [message.id, message]))
  for (const message of came) byId.set(message.id, message)
  return [...byId.values()].sort((a, b) => a.seq - b.seq)
}

/** Numbers have no gaps, so a message that is not the next one tells that others were missed. */
export const leavesGap = (known: readonly Message[], message: Message) => message.seq > lastSeq(known) + 1

export const lastSeq = (messages: readonly Message[]) => messages.at(-1)?.seq ?? 0

export const hasEarlier = (messages: readonly Message[]) => (messages[0]?.seq ?? 1) > 1
