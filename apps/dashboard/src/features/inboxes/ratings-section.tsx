import type { Inbox } from '@papercups/contract'
import { Switch } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { describeError } from '../../lib/api-error.js'
import { useChoice } from '../../ui/forms/use-choice.js'
import { Section } from '../../ui/section.js'
import { useSaveInbox } from './use-save-inbox.js'

export function RatingsSection({ inbox: { id, ratings_enabled } }: { inbox: Inbox }) {
  const save = useSaveInbox(id)
  const { shown, show, end } = useChoice(ratings_enabled)
  return (
    <Section
      title="Ratings"
      lead="After you close a conversation, the customer can rate it from 1 to 5 and leave a comment: in the widget, on the chat page and by email. They are asked in their language."
    >
      <Switch
        label="Ask customers to rate closed conversations"
        checked={shown}
        disabled={save.isPending}
        onChange={({ currentTarget: { checked } }) => {
          show(checked)
          save.mutate(
            { ratings_enabled: checked },
            {
              onError: (error) =>
                notifications.show({ color: 'red', title: 'Ratings were not changed', message: describeError(error) }),
              onSettled: end,
            },
          )
        }}
      />
    </Section>
  )
}
