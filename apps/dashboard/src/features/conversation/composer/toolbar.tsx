import { Button, SegmentedControl } from '@mantine/core'
import { IconAt, IconMessage2Bolt } from '@tabler/icons-react'
import { shortcut } from '../../../lib/shortcut.js'
import { IconButton } from '../../../ui/icon-button.js'
import { AttachButton } from './attach-button.js'
import styles from './composer.module.css'
import type { Mode } from './drafts.js'
import { EmojiButton } from './emoji/emoji-button.js'
import { SendLater } from './schedule/send-later.js'

interface Props {
  mode: Mode
  ready: boolean
  onMode: (mode: Mode) => void
  /** Inserts at the caret. */
  onInsert: (text: string) => void
  /** Inserts a sign, which opens its list. */
  onSign: (sign: '@' | '#') => void
  /** Null if uploads are turned off. */
  onFiles: ((files: File[]) => void) | null
  onSendAt: (at: Date) => void
  onPickTime: () => void
}

export function Toolbar({ mode, ready, onMode, onInsert, onSign, onFiles, onSendAt, onPickTime }: Props) {
  return (
    <div className={styles.tools}>
      <SegmentedControl
        className={styles.mode ?? ''}
        aria-label="Kind of message"
        size="xs"
        data={[
          { value: 'reply', label: 'Reply' },
          { value: 'note', label: 'Note' },
        ]}
        value={mode}
        onChange={(value) => onMode(value === 'note' ? 'note' : 'reply')}
      />
      <div className={styles.icons}>
        {onFiles && <AttachButton onFiles={onFiles} />}
        <EmojiButton onChoose={onInsert} />
        <IconButton label="Mention a teammate" size="md" onClick={() => onSign('@')}>
          <IconAt size={18} stroke={1.75} />
        </IconButton>
        <IconButton label="Insert a saved reply" size="md" onClick={() => onSign('#')}>
          <IconMessage2Bolt size={18} stroke={1.75} />
        </IconButton>
      </div>
      <span className={styles.hint}>{shortcut('↵')}</span>
      <div className={styles.send}>
        <Button type="submit" size="xs" disabled={!ready}>
          {mode === 'note' ? 'Add note' : 'Send'}
        </Button>
        <SendLater disabled={!ready} onChoose={onSendAt} onPick={onPickTime} />
      </div>
    </div>
  )
}
