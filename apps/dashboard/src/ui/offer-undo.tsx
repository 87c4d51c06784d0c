import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import styles from './offer-undo.module.css'

/** Time to notice that it was the wrong button. */
const REGRET = 30_000

/** Says what was done, and takes it back for whoever did not mean it. */
export function offerUndo(text: string, undo: () => void) {
  const id = notifications.show({
    autoClose: REGRET,
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
