import type { LambdaSecret } from '@papercups/contract'
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.js'
import { formatMoment } from '../../lib/format.js'
import { ConfirmDelete } from '../../ui/dialogs/confirm-delete.js'
import { FormDialog } from '../../ui/dialogs/form-dialog.js'
import { useServerForm } from '../../ui/forms/use-server-form.js'
import { IconButton } from '../../ui/icon-button.js'
import { LoadFailure, SectionSkeletons } from '../../ui/page.js'
import { RowTable, type Column } from '../../ui/row-table.js'
import { Section } from '../../ui/section.js'
import { secretsQuery } from './function-queries.js'
import styles from './functions.module.css'

const NAME = /^[A-Z][A-Z0-9_]{0,63}$/

/** Values that only the function can read. */
export function SecretsSection({ id }: { id: string }) {
  const { data: secrets, error, refetch } = useQuery(secretsQuery(id))
  /** An empty name adds one. */
  const [editing, setEditing] = useState<string | null>(null)
  const [deleting, setDeleting] = useState<string | null>(null)
  return (
    <Section
      title="Secrets"
      lead="Your function reads them as process.env.NAME. Nobody can see a value again after it is saved."
      actions={
        <Button variant="default" size="xs" onClick={() => setEditing('')}>
          Add secret
        </Button>
      }
    >
      {secrets ? (
        <Secrets secrets={secrets} onEdit={setEditing} onDelete={setDeleting} />
      ) : error ? (
        <LoadFailure title="Error retrieving secrets" error={error} retry={refetch} />
      ) : (
        <SectionSkeletons heights={[60]} />
      )}
      {editing !== null && <SecretDialog id={id} name={editing} onClose={() => setEditing(null)} />}
      {deleting !== null && <DeleteSecret id={id} name={deleting} onClose={() => setDeleting(null)} />}
    </Section>
  )
}

interface SecretsProps {
  secrets: LambdaSecret[]
  onEdit: (name: string) => void
  onDelete: (name: string) => void
}

function Secrets({ secrets, onEdit, onDelete }: SecretsProps) {
  if (secrets.length === 0) return <p className={styles.hint}>No secrets.</p>
  const columns: Array<Column<LambdaSecret & { id: string }>> = [
    { title: 'Name', look: 'name', render: ({ name }) => name },
    {
      title: 'Changed',
      width: '200px',
      look: 'quiet',
      roomy: true,
      render: ({ updated_at }) => formatMoment(updated_at),
    },
    {
      title: 'Actions',
      look: 'actions',
      render: ({ name }) => (
        <>
          <IconButton label={`Replace ${name}`} onClick={() => onEdit(name)}>
            <IconPencil size={18} stroke={1.75} />
          </IconButton>
          <IconButton label={`Delete ${name}`} onClick={() => onDelete(name)}>
            <IconTrash size={18} stroke={1.75} />
          </IconButton>
        </>
      ),
    },
  ]
  return <RowTable bare label="Secrets" columns={columns} rows={secrets.map((one) => ({ ...one, id: one.name }))} />
}

interface Props {
  id: string
  name: string
  onClose: () => void
}

function SecretDialog({ id, name: known, onClose }: Props) {
  const cache = useQueryClient()
  const { form, formProps, pending, failure } = useServerForm({
    initialValues: { name: known, value: '' },
    validate: { name: (name) => (NAME.test(name) ? null : 'Use capital letters, digits and underscores.') },
    async save({ name, value }) {
      await api.put('/lambdas/:id/secrets/:name', { params: { id, name }, body: { value } })
      void cache.invalidateQueries(secretsQuery(id))
      onClose()
    },
  })
  return (
    <FormDialog
      title={known ? `Replace ${known}` : 'Add secret'}
      submit="Save"
      incomplete={!form.values.value}
      {...{ formProps, pending, failure, onClose }}
    >
      {!known && (
        <TextInput
          label="Name"
          placeholder="CRM_TOKEN"
          maxLength={64}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
      )}
      <PasswordInput
        label="Value"
        maxLength={8_000}
        autoComplete="off"
        data-autofocus={known ? true : undefined}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the value' }}
        {...form.getInputProps('value')}
      />
    </FormDialog>
  )
}

function DeleteSecret({ id, name, onClose }: Props) {
  const cache = useQueryClient()
  return (
    <ConfirmDelete
      thing="secret"
      opened
      onDelete={() => api.delete('/lambdas/:id/secrets/:name', { params: { id, name } })}
      onDeleted={() => void cache.invalidateQueries(secretsQuery(id))}
      onClose={onClose}
    >
      <p>The function can no longer read {name}.</p>
    </ConfirmDelete>
  )
}
