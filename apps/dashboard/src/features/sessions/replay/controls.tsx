import { SegmentedControl, Switch } from '@mantine/core'
import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconRewindBackward10,
  IconRewindForward10,
} from '@tabler/icons-react'
import { IconButton } from '../../../ui/icon-button.js'
import styles from '../sessions.module.css'

const SPEEDS = ['1', '2', '4', '8']
const STEP_MS = 10_000

interface Props {
  isPlaying: boolean
  speed: number
  skipsInactivity: boolean
  onPlay: () => void
  onStep: (ms: number) => void
  onSpeed: (speed: number) => void
  onSkips: (skips: boolean) => void
}

export function Controls({ isPlaying, speed, skipsInactivity, onPlay, onStep, onSpeed, onSkips }: Props) {
  return (
    <div className={styles.controls}>
      <IconButton label={isPlaying ? 'Pause' : 'Play'} onClick={onPlay}>
        {isPlaying ? <IconPlayerPauseFilled size={20} /> : <IconPlayerPlayFilled size={20} />}
      </IconButton>
      <IconButton label="Back 10 seconds" onClick={() => onStep(-STEP_MS)}>
        <IconRewindBackward10 size={20} stroke={1.75} />
      </IconButton>
      <IconButton label="Forward 10 seconds" onClick={() => onStep(STEP_MS)}>
        <IconRewindForward10 size={20} stroke={1.75} />
      </IconButton>
      <SegmentedControl
        size="xs"
        aria-label="Speed"
        data={SPEEDS.map((value) => ({ value, label: `${value}×` }))}
        value={String(speed)}
        onChange={(value) => onSpeed(Number(value))}
      />
      <Switch
        label="Skip inactivity"
        checked={skipsInactivity}
        onChange={({ currentTarget }) => onSkips(currentTarget.checked)}
      />
    </div>
  )
}
