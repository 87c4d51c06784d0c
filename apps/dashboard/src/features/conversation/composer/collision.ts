import type { Message } from '@papercups/contract'

/** What colleagues have answered since somebody began to write: the reply that is about to be sent may not be needed. */
export function answersSince(messages: readonly Message[], seen_seq: number | null, me: number): Message[] {
  if (seen_seq === null) return []
  return messages.filter(
    ({ seq, user_id, private: note }) => seq > seen_seq && user_id !== null && user_id !== me && !note,
  )
}
