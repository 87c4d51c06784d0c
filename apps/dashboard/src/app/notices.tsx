import { Notifications } from '@mantine/notifications'
import styles from './notices.module.css'

/** No wider than the menu and the list, so that headers, page buttons and the composer stay free. */
const WIDTH = 340

/** Short news, on every page. */
export const Notices = () => (
  <Notifications position="bottom-left" containerWidth={WIDTH} classNames={{ root: styles.notices ?? '' }} />
)
