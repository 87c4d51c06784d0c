import type { Conversation } from '@papercups/contract'
import { Button, Skeleton } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { api } from '../../lib/api.js'
import { ApiError, describeError } from '../../lib/api-error.js'
import { Brand } from '../../ui/brand.js'
import { Notice } from '../../ui/notice.js'
import styles from './share-page.module.css'
import { SharedConversation } from './shared-conversation.js'

const DENIED = 'Access denied!'

/** One conversation for whoever was given its link: to be read, and nothing else. */
export function SharePage() {
  const [query] = useSearchParams()
  return (
    <div className={styles.page}>
      <title>Shared conversation · Papercups</title>
      <header className={styles.top}>
        <Brand size={28} />
        Papercups
      </header>
      <main className={styles.main}>
        <Shared conversation_id={query.get('cid')} token={query.get('token')} />
      </main>
    </div>
  )
}

function Shared({ conversation_id, token }: { conversation_id: string | null; token: string | null }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['shared', conversation_id, token],
    queryFn: ({ signal }) => {
      if (!conversation_id || !token) throw new Error(DENIED)
      const options = { query: { conversation_id, token }, signal, anonymous: true }
      return api.get<Conversation>('/conversations/shared', options)
    },
    // Why it failed is for the console, where all failures go: a stranger is told nothing more than that it did.
    retry: (failures, reason) => failures < 2 && reason instanceof ApiError && reason.unreachable,
  })

  if (data) return <SharedConversation conversation={data} />
  if (!error) return <Loading />
  if (error instanceof ApiError && error.unreachable) {
    const retry = <Button onClick={() => void refetch()}>Try again</Button>
    return (
      <Notice heading="h1" role="alert" title="The conversation could not be loaded" actions={retry}>
        {describeError(error)}
      </Notice>
    )
  }
  return (
    <Notice heading="h1" role="alert" title={DENIED} icon={<IconLock size={32} stroke={1.25} />}>
      This link is not valid, or no longer. Links work for 24 hours: ask for a new one.
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
