import { Button } from '@mantine/core'
import { IconCoffee, IconMessageCircle, IconRocket } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useMe } from '../../entities/user/me.js'
import { Notice } from '../../ui/notice.js'
import { everWrittenToQuery } from './conversation-counts.js'
import type { View } from './views.js'

/** Beside the list, while no conversation is open. */
export function NothingOpen({ view, empty }: { view: View; empty: boolean }) {
  const everWrittenTo = useQuery({ ...everWrittenToQuery(view.inbox_id), enabled: empty })

  if (!empty) {
    return (
      <Notice title="Choose a conversation" icon={<IconMessageCircle size={32} stroke={1.25} />}>
        Select one from the list to read and answer it.
      </Notice>
    )
  }
  if (everWrittenTo.isPending) return null
  if (everWrittenTo.data === false) return <NothingYet inboxId={view.inbox_id} />
  return (
    <Notice title="No messages" icon={<IconCoffee size={32} stroke={1.25} />}>
      Nothing to show here! Take a well-earned break
    </Notice>
  )
}

/** For an account or inbox without any conversation. */
function NothingYet({ inboxId }: { inboxId: string | undefined }) {
  const me = useMe()
  const [label, to] = inboxId ? ['Configure inbox', `/inboxes/${inboxId}`] : ['Get started', '/getting-started']
  const actions = (
    <>
      {me.role === 'admin' && (
        <Button component={Link} to={to}>
          {label}
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
