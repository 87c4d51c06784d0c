import type { WebhookAttempt, WebhookDeliveryDetails } from '@papercups/contract'
import { Button, Modal } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import { formatMoment } from '../../lib/format.js'
import { CodeBlock } from '../../ui/code-block.js'
import { LoadFailure, SectionSkeletons } from '../../ui/page.js'
import { deliveryQuery, subscriptionQuery } from './webhook-queries.js'
import styles from './webhooks.module.css'

interface Props {
  id: string
  delivery_id: string
  onClose: () => void
}

/** One delivery with its attempts. */
export function DeliveryDialog({ id, delivery_id, onClose }: Props) {
  const { data, error, refetch } = useQuery(deliveryQuery(id, delivery_id))
  const cache = useQueryClient()
  const again = useMutation({
    mutationFn: () =>
      api.post('/event_subscriptions/:id/deliveries/:delivery_id/send_again', { params: { id, delivery_id } }),
    onSuccess: () => void cache.invalidateQueries(subscriptionQuery(id)),
    onError: (error) => notifications.show({ color: 'red', title: 'It was not sent', message: describeError(error) }),
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={data?.event ?? 'Delivery'}
      centered
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {data ? (
        <div className={styles.details}>
          <Attempts delivery={data} />
          <div>
            <h3>What is sent</h3>
            <CodeBlock label="What is sent">{readable(data.body)}</CodeBlock>
          </div>
          <div className={styles.buttons}>
            <Button loading={again.isPending} onClick={() => again.mutate()}>
              Send again
            </Button>
            <span className={styles.hint}>Delivery {data.id}</span>
          </div>
        </div>
      ) : error ? (
        <LoadFailure title="Error retrieving the delivery" error={error} retry={refetch} />
      ) : (
        <SectionSkeletons heights={[200]} />
      )}
    </Modal>
  )
}

function Attempts({ delivery: { tries, attempts, next_try_at } }: { delivery: WebhookDeliveryDetails }) {
  return (
    <section aria-label="Attempts">
      <h3>{attempts === 1 ? '1 attempt' : `${attempts} attempts`}</h3>
      {next_try_at && <p className={styles.hint}>The next attempt is at {formatMoment(next_try_at)}.</p>}
      {tries.map((attempt, index) => (
        <div key={attempt.started_at + String(attempt.duration_ms)} className={styles.attempt}>
          <p>
            {formatMoment(attempt.started_at)}: {describe(attempt)} ({attempt.duration_ms} ms)
          </p>
          {attempt.answer && <CodeBlock label={`Answer ${attempts - index}`}>{attempt.answer}</CodeBlock>}
        </div>
      ))}
      {tries.length < attempts && tries.length > 0 && <p className={styles.hint}>Older attempts are not shown.</p>}
    </section>
  )
}

const describe = ({ status, failure }: WebhookAttempt) => (status === null ? failure : `Status ${status}`)

const readable = (body: string) => JSON.stringify(JSON.parse(body), null, 2)
