import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { describeError } from '../../lib/api-error.js'
import { logError } from '../../lib/log-error.js'

/** Opens the page of a service in this tab. The service sends the user back. */
export function useConnect(service: string, begin: () => Promise<{ url: string }>) {
  const start = useMutation({
    mutationFn: begin,
    onSuccess: ({ url }) => window.location.assign(url),
    onError(error) {
      const title = `Failed to authorize ${service}`
      logError(title, error)
      notifications.show({ color: 'red', title, message: describeError(error), autoClose: false })
    },
  })
  return { start: () => start.mutate(), isPending: start.isPending }
}
