import type { KeyScope } from '@papercups/contract'
import { Alert, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '../../ui/dialogs/form-dialog.js'
import { errorAt } from '../../ui/fields/error-at.js'
import { SCOPES } from './describe-key.js'
import { useCreateKey } from './keys-query.js'

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
  const [label, setLabel] = useState('')
  const [scope, setScope] = useState<KeyScope>('everything')
  const [days, setDays] = useState('')
  const create = useCreateKey()

  function submit() {
    const expires_at = days ? new Date(Date.now() + Number(days) * DAY).toISOString() : null
    create.mutate({ label, scope, expires_at }, { onSuccess: onClose })
  }

  return (
    <FormDialog
      title="Generate new API key"
      submit="Generate"
      opened={opened}
      pending={create.isPending}
      error={create.error}
      fields={['label']}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Description"
        placeholder="Test API Key"
        maxLength={255}
        value={label}
        {...errorAt(create.error, 'label')}
        data-autofocus
        onChange={({ currentTarget }) => setLabel(currentTarget.value)}
      />
      <NativeSelect
        label="What it may do"
        data={scopes}
        value={scope}
        onChange={({ currentTarget }) => setScope(currentTarget.value as KeyScope)}
      />
      <NativeSelect
        label="When it expires"
        data={LIFETIMES}
        value={days}
        onChange={({ currentTarget }) => setDays(currentTarget.value)}
      />
      <Alert color="yellow">
        Never commit this key to a repository, and never share it. Anyone who has it can act as you.
      </Alert>
    </FormDialog>
  )
}
