import type { ConnectedMailbox } from '@papercups/contract'
import { Button } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.js'
import { formatMoment } from '../../lib/format.js'
import { ConfirmDelete } from '../../ui/dialogs/confirm-delete.js'
import { Fact, Facts } from '../../ui/facts.js'
import { Notice } from '../../ui/notice.js'
import { LoadFailure, SectionSkeletons } from '../../ui/page.js'
import { Section } from '../../ui/section.js'
import { Tag } from '../../ui/tag.js'
import { connectedMailboxQuery } from './connected-mailbox-query.js'
import { MailboxDialog } from './mailbox-dialog.js'
import styles from './connected-mailbox.module.css'

/** The company's own mailbox of one inbox. */
export function ConnectedMailboxSection({ inbox_id }: { inbox_id: string }) {
  const { data: mailbox, error, refetch } = useQuery(connectedMailboxQuery(inbox_id))
  const [open, setOpen] = useState<'edit' | 'disconnect' | null>(null)
  const close = () => setOpen(null)
  if (mailbox === undefined) {
    if (!error) return <SectionSkeletons heights={[160]} />
    return <LoadFailure title="Error retrieving the mailbox" error={error} retry={refetch} />
  }
  const actions = mailbox && (
    <>
      <Button variant="default" size="xs" onClick={() => setOpen('disconnect')}>
        Disconnect
      </Button>
      <Button variant="default" size="xs" onClick={() => setOpen('edit')}>
        Edit
      </Button>
    </>
  )
  return (
    <Section
      title="Connected mailbox"
      lead="New mail of your own mailbox becomes conversations of this inbox."
      actions={actions}
    >
      {mailbox ? (
        <MailboxFacts mailbox={mailbox} />
      ) : (
        <Notice
          title="No mailbox is connected"
          icon={<IconInbox size={32} stroke={1.5} />}
          actions={<Button onClick={() => setOpen('edit')}>Connect a mailbox</Button>}
        >
          Connect Gmail, Microsoft 365 or any other mailbox with IMAP.
        </Notice>
      )}
      {open === 'edit' && <MailboxDialog inbox_id={inbox_id} mailbox={mailbox} onClose={close} />}
      {mailbox && <Disconnect inbox_id={inbox_id} opened={open === 'disconnect'} onClose={close} />}
    </Section>
  )
}

function MailboxFacts({ mailbox: { email, imap, imap_state, smtp, smtp_failure } }: { mailbox: ConnectedMailbox }) {
  return (
    <Facts>
      <Fact term="Address">{email}</Fact>
      {imap && imap_state && (
        <>
          <Fact term="Receiving">
            <StateTag state={imap_state.state} /> {imap.host}, {imap.folder}
            {imap_state.connected_at && `, since ${formatMoment(imap_state.connected_at)}`}
            <Problem failure={imap_state.failure} />
          </Fact>
          <Fact term="Last mail">{imap_state.last_mail_at ? formatMoment(imap_state.last_mail_at) : 'None yet'}</Fact>
          {imap_state.left_out > 0 && (
            <Fact term="Left out">
              {imap_state.left_out} {imap_state.left_out === 1 ? 'mail' : 'mails'}. The last one{' '}
              {imap_state.left_out_reason === 'too_large' ? 'is too large.' : 'cannot be read.'} It is still in your
              mailbox.
            </Fact>
          )}
        </>
      )}
      <Fact term="Sending">
        {smtp ? smtp.host : 'Through the mail server of this install'}
        <Problem failure={smtp_failure} />
      </Fact>
    </Facts>
  )
}

function StateTag({ state }: { state: 'connecting' | 'connected' | 'failing' }) {
  if (state === 'connected') return <Tag look="good">Connected</Tag>
  return state === 'failing' ? <Tag look="bad">Not working</Tag> : <Tag look="plain">Connecting</Tag>
}

function Problem({ failure }: { failure: ConnectedMailbox['smtp_failure'] }) {
  if (!failure) return null
  return (
    <p role="alert" className={styles.problem}>
      {failure.message} It has not worked since {formatMoment(failure.since)}.
    </p>
  )
}

function Disconnect({ inbox_id, opened, onClose }: { inbox_id: string; opened: boolean; onClose: () => void }) {
  const cache = useQueryClient()
  return (
    <ConfirmDelete
      thing="connection"
      title="Disconnect this mailbox?"
      opened={opened}
      onDelete={() => api.delete('/inboxes/:id/connected_mailbox', { params: { id: inbox_id } })}
      onDeleted={() => cache.setQueryData(connectedMailboxQuery(inbox_id).queryKey, null)}
      onClose={onClose}
    >
      <p>New mail is no longer taken, and the stored password is deleted. The mailbox and its conversations stay.</p>
    </ConfirmDelete>
  )
}
