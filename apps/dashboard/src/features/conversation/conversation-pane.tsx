import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { describeError } from '../../lib/api-error.js'
import { conversationQuery, findRow } from '../../entities/conversation/conversations.js'
import { Notice } from '../../ui/notice.js'
import type { AboutCustomer } from './details/details.js'
import { OpenConversation } from './open-conversation.js'
import { PaneSkeleton } from './pane-skeleton.js'

interface Props {
  id: string
  /** The path of the list, for screens that show one pane at a time. */
  backTo: string
  /** Further sections in the details. */
  about: AboutCustomer
  /** Called when the conversation was closed, deleted or snoozed. */
  onClosed: () => void
}

export function ConversationPane({ id, backTo, about, onClosed }: Props) {
  const cache = useQueryClient()
  const { data, isError, error, refetch } = useQuery({
    ...conversationQuery(id),
    initialData: () => findRow(cache, id),
  })

  if (data) return <OpenConversation key={id} conversation={data} {...{ backTo, about, onClosed }} />
  if (isError) {
    const actions = (
      <>
        <Button onClick={() => void refetch()}>Try again</Button>
        <Button variant="default" component={Link} to={backTo}>
          Back to the list
        </Button>
      </>
    )
    return (
      <Notice role="alert" title="Error retrieving conversation" actions={actions}>
        {describeError(error)}
      </Notice>
    )
  }
  return <PaneSkeleton />
}
