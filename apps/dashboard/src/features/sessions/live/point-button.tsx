import { Button } from '@mantine/core'
import { IconPointer } from '@tabler/icons-react'
import type { Pointing } from './use-pointing.js'

const LABELS = { off: 'Point', asking: 'Asking the visitor…', on: 'Stop pointing' }

export function PointButton({ pointing, disabled }: { pointing: Pointing; disabled: boolean }) {
  const { state, ask, stop } = pointing
  return (
    <Button
      variant={state === 'on' ? 'filled' : 'default'}
      leftSection={<IconPointer size={16} />}
      disabled={disabled && state === 'off'}
      title="Click in the page to show the visitor where to look. They are asked first."
      onClick={state === 'off' ? ask : stop}
    >
      {LABELS[state]}
    </Button>
  )
}
