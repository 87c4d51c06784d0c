import styles from './sessions.module.css'

interface Props {
  /** Null: the visitor is on a page that is not recorded. Undefined: not known yet. */
  url: string | null | undefined
}

/** The address of the page that the visitor is on. */
export const Address = ({ url }: Props) => (
  <p className={styles.address} dir="ltr" title={url || undefined}>
    {url === null ? 'The visitor is on a page that is not recorded.' : url || '\u00a0'}
  </p>
)
