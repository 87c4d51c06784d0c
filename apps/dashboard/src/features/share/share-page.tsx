import { ApiError } from '@papercups/client-core'
import { Button, Skeleton } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import { Notice } from '../../ui/notice.js'
import styles from './share-page.module.css'
import { SharedConversation } from './shared-conversation.js'

/** How often an open page checks whether the link still works. */
const POLL_MS = 30_000

/** A read-only conversation for anyone with its link. */
export function SharePage() {
  const [query] = useSearchParams()
  const token = query.get('token')
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    queryKey: ['shared', token],
    queryFn: ({ signal }) => {
      if (!token) throw new ApiError(403, 'Access denied!')
      return api.get('/conversations/shared', { query: { token }, signal, anonymous: true })
    },
    retry: (failures, reason) => failures < 2 && !isRefusal(reason),
    refetchInterval: ({ state }) => (isRefusal(state.error) ? false : POLL_MS),
    refetchIntervalInBackground: true,
  })
  const expired = useIsPast(data && dataUpdatedAt + data.expires_in * 1_000)
  const ended = expired || isRefusal(error)

  return (
    <div className={styles.page}>
      {data && !ended ? (
        <header className={styles.top} dir="auto">
          {data.company_name}
        </header>
      ) : (
        <title>Shared conversation</title>
      )}
      <main className={styles.main}>
        {ended ? (
          <Ended expired={expired || (error instanceof ApiError && error.message === EXPIRED)} />
        ) : data ? (
          <SharedConversation conversation={data} />
        ) : error ? (
          <Failed error={error} retry={() => void refetch()} />
        ) : (
          <Loading />
        )}
      </main>
    </div>
  )
}

const EXPIRED = 'This link has expired'

const isRefusal = (error: unknown) => error instanceof ApiError && (error.status === 403 || error.status === 404)

/** True after that moment. An open page must expire even if the server is unreachable. */
function useIsPast(moment: number | undefined) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (moment === undefined) return
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, moment - Date.now()))
    return () => clearTimeout(timer)
  }, [moment])
  return moment !== undefined && now >= moment
}

function Ended({ expired }: { expired: boolean }) {
  const icon = <IconLock size={32} stroke={1.25} />
  return expired ? (
    <Notice heading="h1" role="alert" title={EXPIRED} icon={icon}>
      Links work for 24 hours, unless somebody turns them off earlier. Ask for a new one.
    </Notice>
  ) : (
    <Notice heading="h1" role="alert" title="Access denied!" icon={icon}>
      This link does not work. Ask for a new one.
    </Notice>
  )
}

function Failed({ error, retry }: { error: Error; retry: () => void }) {
  return (
    <Notice
      heading="h1"
      role="alert"
      title="The conversation could not be loaded"
      actions={<Button onClick={retry}>Try again</Button>}
    >
      {describeError(error)}
    </Notice>
  )
}

function Loading() {
  return (
    <div className={styles.loading} aria-busy="true">
      <Skeleton height={20} width={200} />
      <Skeleton height={48} width="60%" radius="lg" />
      <Skeleton height={48} width="45%" radius="lg" ml="auto" />
      <Skeleton height={48} width="55%" radius="lg" />
    </div>
  )
}
