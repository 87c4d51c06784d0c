import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.js'
import { copyText } from '../../lib/copy-text.js'
import { env } from '../../lib/env.js'
import { CopyButton } from '../../ui/copy-button.js'
import { Section } from '../../ui/section.js'
import { InviteByMail } from './invite-by-mail.js'
import { showInviteFailure } from './show-invite-failure.js'
import styles from './team.module.css'

/** An empty value means any number. */
const USES = [
  { value: '1', label: '1 person' },
  { value: '5', label: '5 people' },
  { value: '25', label: '25 people' },
  { value: '', label: 'Any number' },
]

export function InviteSection() {
  const [uses, setUses] = useState('1')
  const [link, setLink] = useState<string | null>(null)
  const invite = useMutation({
    mutationFn: () => {
      const max_uses = uses ? Number(uses) : null
      return api.post('/user_invitations', { body: { user_invitation: { max_uses } } })
    },
    onSuccess: async ({ id }) => {
      const created = `${window.location.origin}/register/${id}`
      setLink(created)
      await copyText(created)
    },
    onError: showInviteFailure,
  })

  return (
    <Section
      title="Invite your team"
      lead="People who open the link join your account as members. It works for three days."
      actions={
        <Button size="xs" loading={invite.isPending} onClick={() => invite.mutate()}>
          Invite teammate
        </Button>
      }
    >
      <NativeSelect
        label="How many people can join with the link"
        className={styles.uses ?? ''}
        data={USES}
        value={uses}
        onChange={({ currentTarget }) => setUses(currentTarget.value)}
      />
      {link && (
        <div className={styles.link}>
          <TextInput
            aria-label="Invite URL"
            className={styles.address ?? ''}
            readOnly
            value={link}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <CopyButton text={link} label="Copy invite URL" />
        </div>
      )}
      {env.flags.user_invitation_email_enabled && <InviteByMail />}
    </Section>
  )
}
