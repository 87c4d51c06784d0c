import { CopyButton } from '../../ui/copy-button.js'
import { Section } from '../../ui/section.js'
import styles from './account.module.css'

/** The id that a chat widget sends to identify its account. */
export function AccountToken({ token }: { token: string }) {
  return (
    <Section title="Account token" lead="Your chat widget and your scripts use it to identify your account.">
      <div className={styles.token}>
        <code>{token}</code>
        <CopyButton text={token} label="Copy account token" />
      </div>
    </Section>
  )
}
