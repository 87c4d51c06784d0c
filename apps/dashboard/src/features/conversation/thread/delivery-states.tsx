import type { OutgoingEmail, ServiceDelivery } from '@papercups/contract'
import { api } from '../../../lib/api.js'
import { FailedState } from '../../../ui/failed-state.js'
import { MailState } from './mail-state.js'
import styles from './thread.module.css'

interface Props {
  mails: OutgoingEmail[] | undefined
  deliveries: ServiceDelivery[] | undefined
}

/** Where a message went, and where it could not be delivered. */
export function DeliveryStates({ mails, deliveries }: Props) {
  return (
    <>
      {mails?.map((mail) => (
        <MailState key={mail.id} mail={mail} />
      ))}
      {deliveries?.map((delivery) => (
        <ServiceState key={delivery.id} delivery={delivery} />
      ))}
    </>
  )
}

/** The server pushes each change. A delivery that a service only took is not shown. */
function ServiceState({ delivery: { id, service, status, failure } }: { delivery: ServiceDelivery }) {
  const name = service === 'twilio' ? 'the phone' : service.charAt(0).toUpperCase() + service.slice(1)
  if (status === 'delivered') return <span className={styles.state}>Delivered to {name}</span>
  if (status === 'waiting')
    return (
      <span className={styles.state}>
        Not delivered to {name} yet: {failure}.
      </span>
    )
  return (
    <FailedState retry={() => api.post('/service_deliveries/:id/retry', { params: { id } })}>
      Not delivered to {name}: {failure}.
    </FailedState>
  )
}
