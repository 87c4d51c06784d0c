import { CopyButton } from '../../ui/copy-button.js'
import { Section } from '../../ui/section.js'
import styles from './account.module.css'

/** What a chat widget is told, to know whose it is. */
export function AccountToken({ token }: { token: string }) {
  return (
    <Section title="Account token" lead="Your chat widget and your scripts use it to say which account they belong to.">
      <div className={styles.token}>
        <code>{token}</code>
        <CopyButton text={token} label="Copy account token" />
      </div>
    </Section>
  )
}
