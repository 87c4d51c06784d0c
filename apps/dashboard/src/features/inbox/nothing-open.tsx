import type { ConversationPage } from '@papercups/contract'
import { Button } from '@mantine/core'
import { IconCoffee, IconMessageCircle, IconRocket } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../lib/api.js'
import { conversationKeys } from '../../lib/conversations.js'
import { useMe } from '../../lib/me.js'
import { Notice } from '../../ui/notice.js'

/** Beside the list, while no conversation is open. */
export function NothingOpen({ empty, pending }: { empty: boolean; pending: boolean }) {
  const me = useMe()
  const total = useQuery({
    queryKey: conversationKeys.one('total'),
    queryFn: async ({ signal }) =>
      (await api.getPage<ConversationPage>('/conversations', { query: { limit: 1 }, signal })).total,
    enabled: empty,
  })

  if (pending || (empty && total.isPending)) return null
  if (!empty) {
    return (
      <Notice title="Choose a conversation" icon={<IconMessageCircle size={32} stroke={1.25} />}>
        Pick one from the list to read it and to answer.
      </Notice>
    )
  }
  if (total.data !== 0) {
    return (
      <Notice title="No messages" icon={<IconCoffee size={32} stroke={1.25} />}>
        Nothing to show here! Take a well-earned break
      </Notice>
    )
  }
  const actions = (
    <>
      {me.role === 'admin' && (
        <Button component={Link} to="/getting-started">
          Get started
        </Button>
      )}
      <Button variant="default" component="a" href={`/demo?token=${me.account_id}`} target="_blank">
        Try the chat widget
      </Button>
    </>
  )
  return (
    <Notice title="No messages" icon={<IconRocket size={32} stroke={1.25} />} actions={actions}>
      It looks like no channels have been set up yet!
    </Notice>
  )
}
