import { Notifications } from '@mantine/notifications'
import styles from './notices.module.css'

/** Short news, on every page. They appear below the header, so that its buttons stay free. */
export const Notices = () => <Notifications position="top-right" classNames={{ root: styles.notices ?? '' }} />
