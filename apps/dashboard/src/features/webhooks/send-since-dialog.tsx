import { TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { FormDialog } from '../../ui/dialogs/form-dialog.js'
import { useServerForm } from '../../ui/forms/use-server-form.js'
import { subscriptionQuery } from './webhook-queries.js'

/** For a server that lost events. */
export function SendSinceDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const cache = useQueryClient()
  const { form, formProps, pending, failure } = useServerForm({
    initialValues: { since: '' },
    async save({ since }) {
      const body = { since: new Date(since).toISOString() }
      const { count } = await api.post('/event_subscriptions/:id/send_since', { params: { id }, body })
      notifications.show({ message: count === 1 ? '1 event is sent again.' : `${count} events are sent again.` })
      void cache.invalidateQueries(subscriptionQuery(id))
      onClose()
    },
  })
  return (
    <FormDialog
      title="Send everything since"
      submit="Send"
      incomplete={!form.values.since}
      {...{ formProps, pending, failure, onClose }}
    >
      <p>Sends all events since this time again, in order, also those that your server has accepted.</p>
      <TextInput label="Since" type="datetime-local" data-autofocus {...form.getInputProps('since')} />
    </FormDialog>
  )
}
