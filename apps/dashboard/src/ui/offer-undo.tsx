import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import styles from './offer-undo.module.css'

/** How long Undo is offered. */
const UNDO_MS = 10_000

/** Shows a notice with an Undo button. */
export function offerUndo(text: string, undo: () => void) {
  const id = notifications.show({
    autoClose: UNDO_MS,
    message: (
      <span className={styles.undo}>
        {text}
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => {
            notifications.hide(id)
            undo()
          }}
        >
          Undo
        </Button>
      </span>
    ),
  })
}
