import styles from './inboxes.module.css'

export const PrimaryTag = () => <span className={styles.primary}>Primary</span>
