import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { env } from '../../lib/env.js'

/** Shown when the server records no sessions. */
export function RecordingOff() {
  if (env.flags.storytime_enabled) return null
  return (
    <Alert color="gray" variant="light" icon={<IconInfoCircle size={18} />}>
      Session recording is turned off on this server. Set STORYTIME_ENABLED to turn it on.
    </Alert>
  )
}
