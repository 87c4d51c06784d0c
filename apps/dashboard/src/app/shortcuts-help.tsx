import { Modal } from '@mantine/core'
import { shortcut } from '../lib/shortcut.js'
import styles from './shortcuts-help.module.css'

const groups = [
  {
    title: 'In a conversation',
    keys: [
      [shortcut('↵'), 'Send'],
      [shortcut('D'), 'Close the conversation'],
      [shortcut('O'), 'Reopen the conversation'],
      [shortcut('P'), 'Mark as priority'],
      [shortcut('U'), 'Remove priority'],
    ],
  },
  {
    title: 'In the list',
    keys: [
      [shortcut('↑'), 'Next conversation'],
      [shortcut('↓'), 'Previous conversation'],
      ['Shift+Click', 'Select a range'],
    ],
  },
  {
    title: 'Everywhere',
    keys: [
      [shortcut('K'), 'Search pages, conversations and customers'],
      ['?', 'Keyboard shortcuts'],
      ['Esc', 'Close a dialog'],
    ],
  },
]

export function ShortcutsHelp({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Keyboard Shortcuts" centered closeButtonProps={{ 'aria-label': 'Close' }}>
      {groups.map(({ title, keys }) => (
        <section key={title} className={styles.group}>
          <h3>{title}</h3>
          <dl>
            {keys.map(([key, does]) => (
              <div key={key} className={styles.entry}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  )
}
