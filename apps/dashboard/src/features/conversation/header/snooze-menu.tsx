import { Menu } from '@mantine/core'
import { IconClockPause } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../ui/lazy-part.js'
import type { ConversationRow } from '../../../entities/conversation/conversations.js'
import { snoozeTimes } from '../../../lib/later-times.js'
import { IconButton } from '../../../ui/icon-button.js'
import { useSnooze, useWake } from './use-snooze.js'

const PickTime = lazyPart(async () => (await import('../composer/schedule/pick-time.js')).PickTime)

/** Snoozes the conversation, or wakes it up. */
export function SnoozeMenu({ conversation, onGone }: { conversation: ConversationRow; onGone: () => void }) {
  const [picking, setPicking] = useState(false)
  const snooze = useSnooze(conversation.id, onGone)
  const wake = useWake(conversation.id)

  return (
    <>
      <Menu position="bottom-end" withinPortal={false}>
        <Menu.Target>
          <IconButton label="Snooze" loading={snooze.isPending}>
            <IconClockPause size={18} stroke={1.75} />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          {conversation.snoozed_at && <Menu.Item onClick={() => wake.mutate()}>Wake up now</Menu.Item>}
          {snoozeTimes().map(({ label, until }) => (
            <Menu.Item key={label} onClick={() => snooze.mutate(until)}>
              {label}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => setPicking(true)}>Pick a time…</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {picking && (
        <Suspense>
          <PickTime
            title="Snooze until"
            label="Date and time"
            confirm="Snooze"
            pending={snooze.isPending}
            onConfirm={({ at }) => snooze.mutate(at, { onSettled: () => setPicking(false) })}
            onClose={() => setPicking(false)}
          />
        </Suspense>
      )}
    </>
  )
}
