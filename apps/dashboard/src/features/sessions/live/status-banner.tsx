import { Alert } from '@mantine/core'
import type { SessionStatus } from '../session-presence.js'

const BANNERS = {
  loading: { color: 'blue', text: 'Loading the current session... this may take a minute.' },
  online: { color: 'green', text: 'The visitor is on this page now.' },
  inactive: { color: 'yellow', text: 'The visitor is looking at another tab or window.' },
  disconnected: { color: 'red', text: 'The visitor has left, or their connection is lost.' },
}

/** A visitor who has left sends no page, so there is nothing to wait for. */
export function StatusBanner({ isLoading, status }: { isLoading: boolean; status: SessionStatus | undefined }) {
  const state = (isLoading && status !== 'disconnected') || !status ? 'loading' : status
  const { color, text } = BANNERS[state]
  return (
    <Alert role="status" color={color} variant="light" data-state={state}>
      {text}
    </Alert>
  )
}
