import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { GooglePage } from './google-page.js'
import { supportMailboxQuery } from './google-queries.js'

/** The Gmail mailbox of one inbox, or of the primary one. */
export function GmailPage() {
  const { inbox_id } = useParams()
  const stored = useQuery(supportMailboxQuery(inbox_id))
  return (
    <GooglePage
      service="Gmail"
      connects={{ client: 'gmail', type: 'support', ...(inbox_id && { inbox_id }) }}
      docs="/docs/gmail"
      inbox_id={inbox_id}
      stored={stored}
      how={<HowGmailWorks />}
      channel_term="Mailbox"
      invitation="Choose the mailbox to which your customers write."
    />
  )
}

const HowGmailWorks = () => (
  <ol>
    <li>Connect the mailbox to which your customers write, for example support@ or help@.</li>
    <li>Each thread in it becomes a conversation of this inbox. Nothing is deleted or marked as read in Gmail.</li>
    <li>Answer here. Your answer leaves through Gmail, in the same thread and from the same address.</li>
    <li>What you write in Gmail itself is shown here, too.</li>
  </ol>
)
