import { Notifications } from '@mantine/notifications'

/** Where short news appear, on every page. */
export const Notices = () => <Notifications position="top-center" />
