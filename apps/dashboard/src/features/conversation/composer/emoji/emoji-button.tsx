import { Popover, Skeleton } from '@mantine/core'
import { IconMoodSmile } from '@tabler/icons-react'
import { Suspense, useRef, useState } from 'react'
import { preload } from '../../../../lib/until-loaded.js'
import { lazyPart } from '../../../../ui/lazy-part.js'
import { IconButton } from '../../../../ui/icon-button.js'

const load = () => import('./emoji-panel.js')
const EmojiPanel = lazyPart(async () => (await load()).EmojiPanel)

export function EmojiButton({ onChoose }: { onChoose: (emoji: string) => void }) {
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="top-start"
      withinPortal={false}
      floatingStrategy="fixed"
      trapFocus
      closeOnEscape={false}
    >
      <Popover.Target>
        <IconButton
          ref={button}
          label="Add emoji"
          size="md"
          onPointerEnter={() => preload(load)}
          onClick={() => setOpened(!opened)}
        >
          <IconMoodSmile size={18} stroke={1.75} />
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown p="xs">
        {opened && (
          <Suspense fallback={<Skeleton width={288} height={320} />}>
            <EmojiPanel
              onLeave={() => {
                setOpened(false)
                button.current?.focus()
              }}
              onChoose={(emoji) => {
                setOpened(false)
                onChoose(emoji)
              }}
            />
          </Suspense>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
