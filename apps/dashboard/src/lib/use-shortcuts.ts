import { useHotkeys } from '@mantine/hooks'
import { hotkey } from './shortcut.js'

type Act = (() => unknown) | undefined

/** By key, with ⌘ or Ctrl. They work while somebody writes too, in place of what the browser would do, but not behind a dialog. */
export function useShortcuts(acts: Record<string, Act>) {
  const bound = Object.entries(acts).map(([key, act]): [string, () => void] => [
    hotkey(key),
    () => void (isDialogOpen() || act?.()),
  ])
  useHotkeys(bound, [], true)
}

const isDialogOpen = () => document.querySelector('[role="dialog"][aria-modal="true"]') !== null
