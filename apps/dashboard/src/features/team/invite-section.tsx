import type { UserInvitation } from '@papercups/contract'
import { Button, TextInput } from '@mantine/core'
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

export function InviteSection() {
  const [link, setLink] = useState<string | null>(null)
  const invite = useMutation({
    mutationFn: () => api.post<UserInvitation>('/user_invitations', { user_invitation: {} }),
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
      lead="Whoever opens the link joins your account as a member. It works for three days."
      actions={
        <Button size="xs" loading={invite.isPending} onClick={() => invite.mutate()}>
          Invite teammate
        </Button>
      }
    >
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
