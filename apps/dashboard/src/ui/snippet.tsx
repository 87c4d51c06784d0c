import { CopyButton } from './copy-button.js'
import styles from './snippet.module.css'

/** Code with a copy button. */
export function Snippet({ name, code }: { name: string; code: string }) {
  return (
    <div className={styles.snippet}>
      <pre tabIndex={0} role="region" aria-label={`${name} code`}>
        {code}
      </pre>
      <CopyButton text={code} label={`Copy ${name} code`} />
    </div>
  )
}
