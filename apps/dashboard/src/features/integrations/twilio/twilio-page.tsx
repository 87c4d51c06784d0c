import type { TwilioAuthorization } from '@papercups/contract'
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { api } from '../../../lib/api.js'
import { env } from '../../../lib/env.js'
import { Fact } from '../../../ui/facts.js'
import { ReplyChannel } from '../reply-channel.js'
import { TwilioDialog } from './twilio-dialog.js'
import { twilioQuery } from './twilio-queries.js'
import styles from '../connection-card.module.css'

export function TwilioPage() {
  const { inbox_id } = useParams()
  const stored = useQuery(twilioQuery(inbox_id))
  return (
    <ReplyChannel
      service="Twilio"
      title="SMS with Twilio"
      inbox_id={inbox_id}
      stored={stored}
      queryKey={['twilio']}
      how={<HowItWorks />}
      Settings={Settings}
      isComplete={isComplete}
      Dialog={TwilioDialog}
      onDisconnect={(id) => api.delete('/twilio/authorizations/:id', { params: { id } })}
    />
  )
}

const isComplete = ({ twilio_account_sid, twilio_auth_token, from_phone_number }: TwilioAuthorization) =>
  Boolean(twilio_account_sid && twilio_auth_token && from_phone_number)

const NONE = 'Not connected'

/** The server shows the token as dots. */
function Settings({ authorization }: { authorization: TwilioAuthorization | null }) {
  const { twilio_account_sid, twilio_auth_token, from_phone_number } = authorization ?? {}
  return (
    <>
      <Fact term="Account SID">{twilio_account_sid ?? NONE}</Fact>
      <Fact term="Auth token">{twilio_auth_token ?? NONE}</Fact>
      <Fact term="Phone number">{from_phone_number ?? NONE}</Fact>
    </>
  )
}

const HowItWorks = () => (
  <ol>
    <li>
      In the{' '}
      <Anchor href="https://console.twilio.com" target="_blank" rel="noreferrer">
        console of Twilio
      </Anchor>
      , buy a number that can send SMS, and copy the account SID and the auth token.
    </li>
    <li>
      On the page of the number, under “A message comes in”, choose Webhook and HTTP POST, and enter{' '}
      <code className={styles.url}>{`${env.base_url}/api/twilio/webhook`}</code>.
    </li>
    <li>Connect here with the account SID, the auth token and the number.</li>
    <li>
      Each number that writes to yours becomes a conversation. Your answers are sent as SMS. People who write STOP get
      no more SMS until they write START.
    </li>
  </ol>
)
