import type { Message, Receipts } from '@papercups/contract'

/** Each message once, in the conversation's order, even if it arrived several times. */
export function mergeMessages(known: readonly Message[], incoming: readonly Message[]): Message[] {
  const byId = new Map(known.map((message) => [message.id, message]))
  for (const message of incoming) byId.set(message.id, withReceipts(message, byId.get(message.id)))
  return [...byId.values()].sort((a, b) => a.seq - b.seq)
}

/** Receipts only move forward: a response from before the receipt still shows the message as unseen. */
export function withReceipts(
  message: Message,
  receipts: Pick<Receipts, 'delivered_at' | 'seen_at'> | undefined,
): Message {
  if (!receipts) return message
  return {
    ...message,
    delivered_at: message.delivered_at ?? receipts.delivered_at,
    seen_at: message.seen_at ?? receipts.seen_at,
  }
}
