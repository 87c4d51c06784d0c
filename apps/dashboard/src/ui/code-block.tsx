import styles from './code-block.module.css'

/** Text of a program. It scrolls, also with the keyboard. */
export const CodeBlock = ({ label, children }: { label: string; children: string }) => (
  <pre className={styles.code} tabIndex={0} role="region" aria-label={label}>
    {children}
  </pre>
)
