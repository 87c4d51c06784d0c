import type { Message } from '@papercups/contract'

/** Replies of teammates since the user started to write. The user may want to change or drop the draft. */
export function answersSince(messages: readonly Message[], seen_seq: number | null, me: number): Message[] {
  if (seen_seq === null) return []
  return messages.filter(
    ({ seq, user_id, private: note }) => seq > seen_seq && user_id !== null && user_id !== me && !note,
  )
}
