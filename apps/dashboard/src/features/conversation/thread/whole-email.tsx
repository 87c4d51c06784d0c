import type { Message } from '@papercups/contract'
import { Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { attachedPictures } from '../../../entities/message/attached-pictures.js'
import { HtmlFrame } from '../../../entities/message/html-frame.js'
import { LoadFailure } from '../../../ui/page.js'
import styles from './email-dialog.module.css'
import { messageEmailQuery } from './message-email-query.js'

/** All of an email, with quoted history and signature. It is read from the raw mail. */
export function WholeEmail({ message }: { message: Message }) {
  const { data, error, refetch } = useQuery(messageEmailQuery(message.id))
  const email = data?.incoming
  const attached = useMemo(
    () => attachedPictures(email?.pictures ?? [], message.attachments),
    [email, message.attachments],
  )
  if (error) return <LoadFailure title="The email could not be loaded" error={error} retry={refetch} />
  if (!data) return <Loader size="xs" />
  if (!email) return null
  if (email.html) return <HtmlFrame html={email.html} title={email.subject || 'Email'} attached={attached} unfolded />
  return (
    <p className={styles.text} dir="auto">
      {email.parts.map(({ text }) => text).join('\n')}
    </p>
  )
}
