import { Button, Group, Modal } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../lib/api.js'
import { conversationKeys, conversationPath, type ConversationRow } from '../../entities/conversation/conversations.js'
import { customerName } from '../../entities/person-name.js'
import { LoadFailure, SectionSkeletons } from '../../ui/page.js'
import { toTranscript, Transcript } from '../../entities/conversation/transcript.js'
import styles from './customers.module.css'

/** Shows only the end of a long conversation. */
const MAX = 100

const previewQuery = (id: string) =>
  queryOptions({
    queryKey: [...conversationKeys.one(id), 'preview'],
    queryFn: ({ signal }) => api.get('/conversations/:id', { params: { id }, query: { message_limit: MAX }, signal }),
  })

interface Props {
  conversation: ConversationRow
  opened: boolean
  onClose: () => void
}

export function PreviewDialog({ conversation, opened, onClose }: Props) {
  const { data, error, refetch } = useQuery(previewQuery(conversation.id))
  const messages = data?.messages.toSorted((a, b) => a.seq - b.seq)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`Conversation with ${customerName(conversation.customer)}`}
      size="lg"
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={styles.preview} tabIndex={0} role="region" aria-label="Messages of the conversation">
        {messages ? (
          <Transcript entries={toTranscript(messages, conversation.customer)} />
        ) : error ? (
          <LoadFailure title="Error retrieving conversation" error={error} retry={refetch} />
        ) : (
          <SectionSkeletons heights={[200]} />
        )}
      </div>
      <Group justify="flex-end" mt="md">
        <Button component={Link} to={conversationPath(conversation)}>
          View in dashboard
        </Button>
      </Group>
    </Modal>
  )
}
