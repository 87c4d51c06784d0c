import { useHotkeys } from '@mantine/hooks'
import { hotkey } from './shortcut.js'

type Act = (() => unknown) | undefined

/**
 * Handlers by key, with ⌘ or Ctrl. They also work in text fields and replace the browser's own shortcut, but not behind a dialog.
 * A key that is held down acts once, or Ctrl+D would close one conversation after another.
 */
export function useShortcuts(acts: Record<string, Act>) {
  const bound = Object.entries(acts).map(([key, act]): [string, (event: KeyboardEvent) => void] => [
    hotkey(key),
    (event) => void (event.repeat || isDialogOpen() || act?.()),
  ])
  useHotkeys(bound, [], true)
}

const isDialogOpen = () => document.querySelector('[role="dialog"][aria-modal="true"]') !== null
