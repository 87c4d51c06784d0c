import type { Lambda } from '@papercups/contract'
import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { EventChoice } from '../../entities/webhook-event/event-choice.js'
import { api } from '../../lib/api.js'
import { FormDialog } from '../../ui/dialogs/form-dialog.js'
import { useDialog } from '../../ui/dialogs/use-dialog.js'
import { Fact, Facts } from '../../ui/facts.js'
import { useServerForm } from '../../ui/forms/use-server-form.js'
import { Section } from '../../ui/section.js'
import { storeFunction } from './function-queries.js'

/** When the function runs. */
export function TriggersSection({ lambda }: { lambda: Lambda }) {
  const { events, cron } = lambda
  const editing = useDialog()
  return (
    <Section
      title="Triggers"
      lead="An active function runs for these events. Of new messages, only for those that customers write."
      actions={
        <Button variant="default" size="xs" onClick={editing.open}>
          Change triggers
        </Button>
      }
    >
      <Facts>
        <Fact term="Events">{events.join(', ') || 'None'}</Fact>
        <Fact term="Schedule">{cron ? `${cron} (UTC)` : 'None'}</Fact>
      </Facts>
      {editing.mounted && <TriggersDialog lambda={lambda} opened={editing.opened} onClose={editing.close} />}
    </Section>
  )
}

interface Props {
  lambda: Lambda
  opened: boolean
  onClose: () => void
}

function TriggersDialog({ lambda: { id, events, cron }, opened, onClose }: Props) {
  const cache = useQueryClient()
  const { form, formProps, pending, failure } = useServerForm({
    initialValues: { events, cron: cron ?? '' },
    async save({ events, cron }) {
      const body = { lambda: { events, cron: cron.trim() || null } }
      storeFunction(cache, await api.put('/lambdas/:id', { params: { id }, body }))
      onClose()
    },
  })
  return (
    <FormDialog title="Triggers" submit="Save" size="lg" opened={opened} {...{ formProps, pending, failure, onClose }}>
      <TextInput
        label="Schedule"
        description="Minute, hour, day, month and weekday in UTC. For example 0 9 * * 1 is every Monday at 9:00."
        placeholder="None"
        maxLength={255}
        data-autofocus
        {...form.getInputProps('cron')}
      />
      <EventChoice
        legend="Events"
        value={form.values.events}
        onChange={(chosen) => form.setFieldValue('events', chosen)}
      />
    </FormDialog>
  )
}
