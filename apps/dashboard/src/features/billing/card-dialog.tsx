import { PLANS } from '@papercups/plans'
import { Button, Group, Modal, Select } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import styles from './billing.module.css'
import { useRefreshBilling } from './billing-queries.js'
import { savePlan } from './save-plan.js'
import { showSuccess } from './show-success.js'
import { useCardForm } from './use-card-form.js'

const FAILED = 'Failed to save card information.'

interface Props {
  current: string
  chosen: string
  hasSubscription: boolean
  onClose: () => void
}

/** The card goes from Stripe's own field to Stripe. Our server gets its id. */
export function CardDialog({ current, chosen, hasSubscription, onClose }: Props) {
  const [plan, setPlan] = useState(chosen)
  const { place, stripe, card, isReady, problem } = useCardForm()
  const refresh = useRefreshBilling()
  const save = useMutation({
    async mutationFn() {
      if (!stripe || !card) return
      const { client_secret } = await api.post('/billing/setup_intent')
      const { setupIntent, error } = await stripe.confirmCardSetup(client_secret, { payment_method: { card } })
      const saved = setupIntent?.payment_method
      if (error || !saved) throw new Error(error?.message ?? FAILED)
      await api.post('/payment_methods', {
        body: { payment_method: { id: typeof saved === 'string' ? saved : saved.id } },
      })
      if (plan !== current) await savePlan(plan, hasSubscription)
    },
    async onSuccess() {
      onClose()
      showSuccess()
    },
    // Also after a failure: the card may be saved and the plan refused.
    onSettled: refresh,
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isReady && !save.isPending) save.mutate()
  }
  const failure = problem ?? (save.error ? describeError(save.error) || FAILED : null)
  return (
    <Modal
      opened
      onClose={onClose}
      title="Update credit card information"
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
      // The steps of a bank open above the dialog.
      trapFocus={false}
    >
      <form onSubmit={submit} noValidate className={styles.form}>
        <Select
          label="Plan"
          value={plan}
          onChange={(value) => setPlan(value ?? plan)}
          allowDeselect={false}
          data={Object.values(PLANS).map(({ name, title }) => ({ value: name, label: title }))}
        />
        <div>
          <p className={styles.label} id="card-label">
            Card
          </p>
          <div ref={place} className={styles.card} role="group" aria-labelledby="card-label" />
        </div>
        {failure && (
          <p role="alert" className={styles.problem}>
            {failure}
          </p>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending} disabled={!isReady}>
            Save
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
