import type { Lambda, LambdaRun, LambdaStatus, RunStatus } from '@papercups/contract'

export const STATUSES: Record<LambdaStatus, { label: string; look: 'good' | 'bad' | 'plain'; detail: string }> = {
  active: { label: 'Active', look: 'good', detail: 'Your function is actively receiving webhook events.' },
  inactive: {
    label: 'Inactive',
    look: 'plain',
    detail: 'Your function is inactive and will not receive webhook events.',
  },
  pending: {
    label: 'Undeployed',
    look: 'bad',
    detail: 'Your function cannot be activated until it has been deployed.',
  },
}

/** A deployment writes both times at once. `updated_at` has no zone. */
export const isDeployed = ({ updated_at, last_deployed_at }: Lambda) =>
  last_deployed_at !== null && last_deployed_at === `${updated_at}Z`

/** The status after a click on the switch. A function that was never deployed stays pending. */
export function toggleStatus({ status, last_deployed_at }: Lambda, on: boolean): LambdaStatus {
  if (!last_deployed_at) return status
  return on ? 'active' : 'inactive'
}

/** What a message of the test chat does to code that differs from what runs. */
export const testWarning = (status: LambdaStatus) =>
  status === 'active'
    ? 'Sending a message deploys your changes first, and they run for your customers at once.'
    : 'Sending a message deploys your changes first.'

/** Failures first, otherwise in the same order. */
export const failuresFirst = <Run extends { status: RunStatus }>(runs: Run[]) =>
  runs.toSorted((a, b) => Number(b.status === 'failed') - Number(a.status === 'failed'))

export const RUN_STATUSES: Record<RunStatus, { label: string; look: 'good' | 'bad' | 'plain' }> = {
  waiting: { label: 'Waiting', look: 'plain' },
  running: { label: 'Running', look: 'plain' },
  succeeded: { label: 'Succeeded', look: 'good' },
  failed: { label: 'Failed', look: 'bad' },
}

export const describeDuration = ({ duration_ms }: LambdaRun) => (duration_ms === null ? '--' : `${duration_ms} ms`)

/** JSON over several lines. Other text stays as it is. */
export function readable(json: string) {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}
