import { Anchor, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { FormDialog } from '../../ui/dialogs/form-dialog.js'
import { useServerForm } from '../../ui/forms/use-server-form.js'

interface Props {
  /** Undefined: the primary inbox. */
  inbox_id: string | undefined
  onClose: () => void
}

const HELP = 'https://support.google.com/mail/answer/10957'

/** The server checks the address. */
export function AddressDialog({ inbox_id, onClose }: Props) {
  const cache = useQueryClient()
  const { form, formProps, pending, failure } = useServerForm({
    initialValues: { source_email_address: '', description: '' },
    async save({ source_email_address, description }) {
      const forwarding_address = { inbox_id, source_email_address, description: description || null }
      await api.post('/forwarding_addresses', { body: { forwarding_address } })
      void cache.invalidateQueries({ queryKey: ['forwarding_addresses'] })
      onClose()
    },
  })
  return (
    <FormDialog title="Create new forwarding address" submit="Create" {...{ formProps, pending, failure, onClose }}>
      <TextInput
        label="Which address will you be forwarding from?"
        placeholder="support@company.com"
        maxLength={255}
        data-autofocus
        {...form.getInputProps('source_email_address')}
      />
      <TextInput label="Description" maxLength={255} {...form.getInputProps('description')} />
      <p>
        You get an address of ours. Then tell your mail provider to forward to it:{' '}
        <Anchor href={HELP} target="_blank" rel="noreferrer">
          how to forward mail
        </Anchor>
        .
      </p>
    </FormDialog>
  )
}
