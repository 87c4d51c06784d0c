import { Button } from '@mantine/core'
import { copyText } from '../../lib/copy-text.js'
import styles from './profile.module.css'

/** Shown once: the server stores only their hashes. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const text = codes.join('\n')
  return (
    <>
      <p className={styles.keep} role="status">
        <strong>Save these recovery codes.</strong> Each code signs you in once if you lose your phone. They are not
        shown again.
      </p>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button size="xs" onClick={onDone}>
          I have saved them
        </Button>
        <Button variant="default" size="xs" onClick={() => void copyText(text)}>
          Copy
        </Button>
        <Button
          variant="default"
          size="xs"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="papercups-recovery-codes.txt"
        >
          Download
        </Button>
      </div>
    </>
  )
}
