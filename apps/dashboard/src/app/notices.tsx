import { Notifications } from '@mantine/notifications'
import styles from './notices.module.css'

/** As wide as menu and list together, so that notices never cover headers, page buttons or the composer. */
const WIDTH = 340

/** Notifications, on every page. */
export const Notices = () => (
  <Notifications position="bottom-left" containerWidth={WIDTH} classNames={{ root: styles.notices ?? '' }} />
)
