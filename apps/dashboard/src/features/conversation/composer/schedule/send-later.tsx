import { ActionIcon, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { formatMoment } from '../../../../lib/format.js'
import styles from '../composer.module.css'
import { sendTimes } from '../../../../lib/later-times.js'

interface Props {
  disabled: boolean
  onChoose: (at: Date) => void
  /** Opens the dialog for any other time. */
  onPick: () => void
}

export function SendLater({ disabled, onChoose, onPick }: Props) {
  return (
    <Menu position="top-end" withinPortal={false} floatingStrategy="fixed">
      <Menu.Target>
        <ActionIcon className={styles.later ?? ''} size={30} aria-label="Send later" disabled={disabled}>
          <IconChevronDown size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Times onChoose={onChoose} />
        <Menu.Item onClick={onPick}>Pick a time…</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Computed when the menu opens, not when the page rendered. */
const Times = ({ onChoose }: Pick<Props, 'onChoose'>) =>
  sendTimes().map(({ label, at }) => (
    <Menu.Item
      key={label}
      rightSection={<span className={styles.moment}>{formatMoment(at.toISOString())}</span>}
      onClick={() => onChoose(at)}
    >
      {label}
    </Menu.Item>
  ))
