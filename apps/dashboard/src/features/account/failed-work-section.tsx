import type { FailedReaction } from '@papercups/contract'
import { Button, Skeleton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import { formatAgo, formatMoment, formatTime, parseInstant } from '../../lib/format.js'
import { useNow } from '../../lib/use-now.js'
import { Excerpt } from '../../ui/excerpt.js'
import { LoadFailure } from '../../ui/page.js'
import { Section } from '../../ui/section.js'
import styles from './account.module.css'
import { describeFailure } from './describe-failure.js'

const SOON = 2_000
const MINUTE = 60_000

const failedWorkQuery = queryOptions({
  queryKey: ['failed work'],
  queryFn: ({ signal }) => api.get('/failed_reactions', { signal }),
  refetchOnMount: 'always',
  refetchInterval: ({ state }) => untilNextTry(state.data ?? []),
})

/** The server tries again by itself, and nothing announces how that ends. */
function untilNextTry(failures: FailedReaction[]) {
  const tries = failures.flatMap(({ next_try_at: next }) => (next ? parseInstant(next).getTime() : []))
  if (tries.length === 0) return false
  return Math.min(MINUTE, Math.max(SOON, Math.min(...tries) - Date.now()))
}

export function FailedWorkSection() {
  const { data: failures, error, refetch } = useQuery(failedWorkQuery)
  const retry = useRetry()
  return (
    <Section
      title="Failed background work"
      lead="Work that fails is tried again for about an hour. After that it waits here until you retry it."
    >
      {error && !failures && <LoadFailure title="Error retrieving failed work" error={error} retry={refetch} />}
      {!error && !failures && <Skeleton height={20} />}
      {failures?.length === 0 && <p className={styles.none}>Nothing failed.</p>}
      {failures && failures.length > 0 && (
        <ul className={styles.failures} aria-label="Failed background work">
          {failures.map((failure) => (
            <FailureItem
              key={failure.id}
              failure={failure}
              retrying={retry.isPending && retry.variables === failure.id}
              onRetry={() => retry.mutate(failure.id)}
            />
          ))}
        </ul>
      )}
    </Section>
  )
}

interface ItemProps {
  failure: FailedReaction
  retrying: boolean
  onRetry: () => void
}

function FailureItem({ failure, retrying, onRetry }: ItemProps) {
  const { failed_at, attempts, next_try_at, error } = failure
  const what = describeFailure(failure)
  const now = useNow()
  return (
    <li>
      <div className={styles.failure}>
        <span className={styles.what}>{what}</span>
        <span className={styles.quiet}>
          <time title={formatMoment(failed_at)}>Failed {formatAgo(failed_at, now)}</time>
          {` · tried ${attempts === 1 ? 'once' : `${attempts} times`} · `}
          {next_try_at ? `next try at ${formatTime(next_try_at)}` : 'given up'}
        </span>
        <div className={styles.quiet}>
          <Excerpt text={error} />
        </div>
      </div>
      <Button variant="default" size="xs" loading={retrying} aria-label={`Retry: ${what}`} onClick={onRetry}>
        Retry
      </Button>
    </li>
  )
}

function useRetry() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.post('/failed_reactions/:id/retry', { params: { id } }),
    onSuccess: () =>
      notifications.show({ color: 'green', title: 'Trying again', message: 'It leaves the list when it succeeds.' }),
    onError: (error) =>
      notifications.show({ color: 'red', title: 'The work was not retried', message: describeError(error) }),
    onSettled: () => cache.invalidateQueries(failedWorkQuery),
  })
}
