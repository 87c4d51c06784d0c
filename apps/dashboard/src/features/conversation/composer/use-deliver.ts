import { notifications } from '@mantine/notifications'
import { formatMoment } from '../../../lib/format.js'
import { useColleagues, useMe } from '../../../entities/user/me.js'
import { replies } from '../thread/replies.js'
import { findMentions, mentionFields, mentionableUsers } from './mentions.js'
import { useSchedule } from './schedule/scheduled-messages-query.js'
import type { useDraft } from './use-draft.js'

/** Sends the draft now or later, and clears it. */
export function useDeliver(conversationId: string, { mode, text, clear }: ReturnType<typeof useDraft>) {
  const { id: user_id } = useMe()
  const colleagues = useColleagues()
  const schedule = useSchedule(conversationId)

  const finished = () => ({
    conversation_id: conversationId,
    body: text.body.trim(),
    attachments: text.files,
    email: mode === 'reply' ? text.email : null,
    mentions: findMentions(text.body, mentionableUsers(text.mentions, colleagues)),
  })

  return {
    /** A scheduled draft is cleared only after the server has stored it. */
    pending: schedule.isPending,

    send() {
      replies.send({ ...finished(), user_id, private: mode === 'note' })
      clear()
    },

    sendAt(at: Date, done: () => void) {
      const { conversation_id, body, attachments, mentions, email } = finished()
      const file_ids = attachments.map((file) => file.id)
      const message = { conversation_id, body, type: mode, file_ids, email, ...mentionFields(mentions) }
      schedule.mutate(
        { ...message, send_at: at.toISOString() },
        {
          onSuccess({ send_at }) {
            clear()
            done()
            notifications.show({ color: 'green', message: `It will be sent on ${formatMoment(send_at)}` })
          },
        },
      )
    },
  }
}
