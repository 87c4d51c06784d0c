import { notifications } from '@mantine/notifications'
import { formatMoment } from '../../../lib/format.js'
import { useColleagues, useMe } from '../../../entities/user/me.js'
import { replies } from '../thread/replies.js'
import { findMentions, mentioning, whoCanBeNamed } from './mentions.js'
import { useSchedule } from './schedule/scheduled-messages-query.js'
import type { useDraft } from './use-draft.js'

/** The two ways out of the composer: now, or at a time. A draft that was handed over is cleared. */
export function useDeliver(conversationId: string, { mode, text, clear }: ReturnType<typeof useDraft>) {
  const { id: user_id } = useMe()
  const colleagues = useColleagues()
  const schedule = useSchedule(conversationId)

  const finished = () => ({
    conversation_id: conversationId,
    body: text.body.trim(),
    attachments: text.files,
    mentions: findMentions(text.body, whoCanBeNamed(text.mentions, colleagues)),
  })

  return {
    /** A message that was put off is cleared only when the server has it. */
    pending: schedule.isPending,

    send() {
      replies.send({ ...finished(), user_id, private: mode === 'note' })
      clear()
    },

    sendAt(at: Date, done: () => void) {
      const { conversation_id, body, attachments, mentions } = finished()
      const file_ids = attachments.map((file) => file.id)
      const message = { conversation_id, body, type: mode, file_ids, ...mentioning(mentions) }
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
