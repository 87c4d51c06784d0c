import type { Lambda, LambdaStatus } from '@papercups/contract'
import { Button, Switch } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import { formatMoment } from '../../lib/format.js'
import { logError } from '../../lib/log-error.js'
import { useChoice } from '../../ui/forms/use-choice.js'
import { Section } from '../../ui/section.js'
import { STATUSES, toggleStatus } from './describe-function.js'
import { functionQuery, storeFunction } from './function-queries.js'
import styles from './functions.module.css'

interface Props {
  lambda: Lambda
  hasChanges: boolean
  deploying: boolean
  onDeploy: () => void
}

export function StatusSection({ lambda, hasChanges, deploying, onDeploy }: Props) {
  const { id, status, updated_at, last_deployed_at, deployed_version } = lambda
  const cache = useQueryClient()
  const change = useMutation({
    mutationFn: (next: LambdaStatus) => api.put('/lambdas/:id', { params: { id }, body: { lambda: { status: next } } }),
    onSuccess: (saved) => storeFunction(cache, saved),
    onError(error) {
      logError('The function was not saved', error)
      notifications.show({ color: 'red', title: 'The status was not changed', message: describeError(error) })
      void cache.invalidateQueries({ ...functionQuery(id), exact: true })
    },
  })
  const { shown, show, end } = useChoice(status)
  function toggle(on: boolean) {
    const next = toggleStatus(lambda, on)
    if (next === status) return
    show(next)
    change.mutate(next, { onSettled: end })
  }
  return (
    <Section
      title="Deployment"
      lead={last_deployed_at ? `Last updated ${formatMoment(updated_at)}` : 'Pending deployment...'}
      actions={
        <Button size="xs" disabled={deploying} onClick={onDeploy}>
          {deploying ? 'Deploying...' : 'Deploy your code'}
        </Button>
      }
    >
      <Switch
        label="Active"
        description={STATUSES[shown].detail}
        checked={shown === 'active'}
        onChange={({ currentTarget }) => toggle(currentTarget.checked)}
      />
      {hasChanges && deployed_version !== null && (
        <p className={styles.hint}>The code has changes that are not deployed yet.</p>
      )}
    </Section>
  )
}
