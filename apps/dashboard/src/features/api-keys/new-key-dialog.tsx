import type { KeyScope } from '@papercups/contract'
import { Alert, NativeSelect, TextInput } from '@mantine/core'
import { FormDialog } from '../../ui/dialogs/form-dialog.js'
import { useServerForm } from '../../ui/forms/use-server-form.js'
import { SCOPES } from './describe-key.js'
import { useCreateKey } from '../../entities/api-key/keys-query.js'

const DAY = 24 * 3_600_000

/** An empty value means that the key never expires. */
const LIFETIMES = [
  { value: '', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
]

const scopes = Object.entries(SCOPES).map(([value, { label, detail }]) => ({ value, label: `${label}: ${detail}` }))

/** The server checks the description. */
export function NewKeyDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { mutateAsync } = useCreateKey()
  const { form, formProps, pending, failure } = useServerForm({
    initialValues: { label: '', scope: 'everything' as KeyScope, days: '' },
    labels: { label: 'Description' },
    async save({ label, scope, days }) {
      const expires_at = days ? new Date(Date.now() + Number(days) * DAY).toISOString() : null
      await mutateAsync({ label, scope, expires_at })
      onClose()
    },
  })

  return (
    <FormDialog
      title="Generate new API key"
      submit="Generate"
      opened={opened}
      {...{ formProps, pending, failure, onClose }}
    >
      <TextInput
        label="Description"
        placeholder="Test API Key"
        maxLength={255}
        data-autofocus
        {...form.getInputProps('label')}
      />
      <NativeSelect label="What it may do" data={scopes} {...form.getInputProps('scope')} />
      <NativeSelect label="When it expires" data={LIFETIMES} {...form.getInputProps('days')} />
      <Alert color="yellow">
        Never commit this key to a repository, and never share it. Anyone who has it can act as you.
      </Alert>
    </FormDialog>
  )
}
