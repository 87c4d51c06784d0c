import type { Message } from '@papercups/contract'
import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.js'
import { formatMoment } from '../../../lib/format.js'
import { LoadFailure, SectionSkeletons } from '../../../ui/page.js'
import { editorName, type Team } from './author.js'
import styles from './versions-dialog.module.css'

/** All versions of a message, current one first. */
export function VersionsDialog({ message, team, onClose }: { message: Message; team: Team; onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['messages', message.id, 'versions', message.edited_at],
    queryFn: ({ signal }) => api.get('/messages/:id/versions', { params: { id: message.id }, signal }),
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title="Versions of this message"
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {data ? (
        <ol className={styles.versions} aria-label="Versions">
          <Version title="Now" body={message.body} note={message.private} />
          {data.map((version) => {
            const title = `Until ${formatMoment(version.replaced_at)}, replaced by ${editorName(version.replaced_by, team)}`
            return <Version key={version.id} title={title} body={version.body} note={version.private} />
          })}
        </ol>
      ) : error ? (
        <LoadFailure title="The versions could not be loaded" error={error} retry={refetch} />
      ) : (
        <SectionSkeletons heights={[120]} />
      )}
    </Modal>
  )
}

function Version({ title, body, note }: { title: string; body: string | null; note: boolean }) {
  return (
    <li>
      <p className={styles.title}>
        {title}
        {note && ' · Private note'}
      </p>
      <p className={styles.body} dir="auto">
        {body || '(no text)'}
      </p>
    </li>
  )
}
