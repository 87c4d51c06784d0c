import { notifications } from '@mantine/notifications'

export const showSuccess = () =>
  notifications.show({
    color: 'green',
    autoClose: 10_000,
    title: 'Success!',
    message: "You've successfully updated your billing information.",
  })
