import type { Lambda } from '@papercups/contract'
import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { logError } from '../../lib/log-error.js'
import { FormDialog } from '../../ui/dialogs/form-dialog.js'
import { DescriptionField } from '../../ui/fields/description-field.js'
import { useServerForm } from '../../ui/forms/use-server-form.js'
import { storeFunction } from './function-queries.js'

interface Props {
  /** Without one, it is created. */
  lambda?: Lambda
  opened: boolean
  onSaved?: (lambda: Lambda) => void
  onClose: () => void
}

/** The server checks the fields. */
export function FunctionDialog({ lambda, opened, onSaved, onClose }: Props) {
  const cache = useQueryClient()
  const { form, formProps, pending, failure } = useServerForm({
    initialValues: { name: lambda?.name ?? '', description: lambda?.description ?? '' },
    async save({ name, description }) {
      try {
        const saved = lambda
          ? await api.put('/lambdas/:id', {
              params: { id: lambda.id },
              body: { lambda: { name: name.trim() || 'Untitled function', description: description || null } },
            })
          : await api.post('/lambdas', { body: { lambda: { name, description: description || null } } })
        storeFunction(cache, saved)
        onSaved?.(saved)
        onClose()
      } catch (error) {
        logError('The function was not saved', error)
        throw error
      }
    },
  })
  return (
    <FormDialog
      title={lambda ? 'Update function' : 'New function'}
      submit={lambda ? 'Update' : 'Create'}
      opened={opened}
      {...{ formProps, pending, failure, onClose }}
    >
      <TextInput label="Name" placeholder="Auto reply" maxLength={255} data-autofocus {...form.getInputProps('name')} />
      <DescriptionField {...form.getInputProps('description')} />
    </FormDialog>
  )
}
