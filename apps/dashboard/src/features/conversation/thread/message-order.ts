import type { Message } from '@papercups/contract'

/** Numbers have no gaps, so a message that is not the next one means that others were missed. */
export const leavesGap = (known: readonly Message[], message: Message) => message.seq > lastSeq(known) + 1

export const lastSeq = (messages: readonly Message[]) => messages.at(-1)?.seq ?? 0

export const hasEarlier = (messages: readonly Message[]) => (messages[0]?.seq ?? 1) > 1
