import styles from './tag.module.css'

/** A word that says how something is. */
export const Tag = ({ look, children }: { look: 'good' | 'bad' | 'plain'; children: string }) => (
  <span className={styles.tag} data-look={look}>
    {children}
  </span>
)
