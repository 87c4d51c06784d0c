import type { ScheduledMessage } from '@papercups/contract'
import { Menu } from '@mantine/core'
import { IconClock, IconDots, IconPencil, IconSend, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoment, parseInstant } from '../../../../lib/format.js'
import { accountQuery, useMe } from '../../../../entities/user/me.js'
import { userName } from '../../../../entities/person-name.js'
import { Confirm } from '../../../../ui/dialogs/confirm.js'
import { IconButton } from '../../../../ui/icon-button.js'
import styles from '../composer.module.css'
import { PickTime } from './pick-time.js'
import { useReschedule, useUnschedule } from './scheduled-messages-query.js'

/** The messages scheduled in this conversation, above the composer. */
export function ScheduledList({ messages }: { messages: readonly ScheduledMessage[] }) {
  return (
    <ul className={styles.scheduled} aria-label="Scheduled messages">
      {messages.map((message) => (
        <Scheduled key={message.id} message={message} />
      ))}
    </ul>
  )
}

function Scheduled({ message }: { message: ScheduledMessage }) {
  const me = useMe()
  const { data: account } = useQuery(accountQuery)
  const own = message.user_id === me.id
  const author = account?.users.find((user) => user.id === message.user_id)

  return (
    <li data-note={message.type === 'note' || undefined}>
      <IconClock size={16} stroke={1.75} aria-hidden="true" />
      <div className={styles.waiting}>
        <div className={styles.when}>
          {message.type === 'note' ? 'Note' : 'Reply'}
          {!own && ` by ${userName(author)}`} · <time dateTime={message.send_at}>{formatMoment(message.send_at)}</time>
        </div>
        <div className={styles.words} dir="auto">
          {message.body?.trim() || message.attachments.map((file) => file.filename).join(', ')}
        </div>
        {message.held_reason && (
          <div className={styles.failure} role="alert">
            {message.held_reason}
          </div>
        )}
      </div>
      <Actions message={message} own={own} />
    </li>
  )
}

/** A scheduled message is sent in its author's name, so others can only discard it. */
function Actions({ message, own }: { message: ScheduledMessage; own: boolean }) {
  const [asking, setAsking] = useState<'edit' | 'discard' | null>(null)
  const reschedule = useReschedule(message)
  const unschedule = useUnschedule(message)
  const done = { onSuccess: () => setAsking(null) }

  return (
    <>
      <Menu position="top-end" withinPortal={false} floatingStrategy="fixed">
        <Menu.Target>
          <IconButton
            label={`Actions for the message scheduled for ${formatMoment(message.send_at)}`}
            size="sm"
            loading={reschedule.isPending || unschedule.isPending}
          >
            <IconDots size={16} />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          {own && (
            <>
              <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setAsking('edit')}>
                Edit
              </Menu.Item>
              <Menu.Item
                leftSection={<IconSend size={16} />}
                onClick={() => reschedule.mutate({ send_at: new Date().toISOString() })}
              >
                Send now
              </Menu.Item>
            </>
          )}
          <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => setAsking('discard')}>
            Discard
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asking === 'edit' && (
        <PickTime
          title="Edit scheduled message"
          confirm="Save"
          body={message.body ?? ''}
          at={parseInstant(message.send_at)}
          pending={reschedule.isPending}
          onConfirm={({ at, body }) => reschedule.mutate({ body, send_at: at.toISOString() }, done)}
          onClose={() => setAsking(null)}
        />
      )}
      <Confirm
        opened={asking === 'discard'}
        title="Discard this message?"
        confirm="Discard"
        danger
        pending={unschedule.isPending}
        onConfirm={() => unschedule.mutate(undefined, done)}
        onClose={() => setAsking(null)}
      >
        <p>It will not be sent, and its text will be deleted.</p>
      </Confirm>
    </>
  )
}
