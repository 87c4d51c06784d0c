import type { PersonalApiKey } from '@papercups/contract'
import { Button } from '@mantine/core'
import { IconKey, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNow } from '../../lib/use-now.js'
import { useDialog } from '../../ui/dialogs/use-dialog.js'
import { IconButton } from '../../ui/icon-button.js'
import { Notice } from '../../ui/notice.js'
import { LoadFailure, Page, SectionSkeletons } from '../../ui/page.js'
import { RowTable, type Column } from '../../ui/row-table.js'
import styles from './api-keys.module.css'
import { DeleteKey } from './delete-key.js'
import { describeExpiry, describeUse, SCOPES } from './describe-key.js'
import { KeyValue } from './key-value.js'
import { keysQuery } from '../../entities/api-key/keys-query.js'
import { NewKeyDialog } from './new-key-dialog.js'

export function ApiKeysPage() {
  const { data: keys, error, refetch } = useQuery({ ...keysQuery, refetchOnMount: 'always' })
  const [deleting, setDeleting] = useState<PersonalApiKey | null>(null)
  const creating = useDialog()
  return (
    <Page
      wide
      title="Personal API keys"
      lead={
        <>
          Scripts use these keys to act as you. Only you can see them.{' '}
          <a href="/api/docs">Read the API documentation</a>
        </>
      }
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={creating.open}>
          Generate new API key
        </Button>
      }
    >
      {keys ? (
        <Keys keys={keys} onNew={creating.open} onDelete={setDeleting} />
      ) : error ? (
        <LoadFailure title="Error retrieving API keys" error={error} retry={refetch} />
      ) : (
        <SectionSkeletons heights={[200]} />
      )}
      {creating.mounted && <NewKeyDialog opened={creating.opened} onClose={creating.close} />}
      {deleting && <DeleteKey apiKey={deleting} onClose={() => setDeleting(null)} />}
    </Page>
  )
}

interface KeysProps {
  keys: PersonalApiKey[]
  onNew: () => void
  onDelete: (key: PersonalApiKey) => void
}

function Keys({ keys, onNew, onDelete }: KeysProps) {
  const now = useNow()
  if (keys.length === 0) {
    return (
      <Notice
        title="No API keys yet"
        icon={<IconKey size={32} stroke={1.5} />}
        actions={<Button onClick={onNew}>Generate your first API key</Button>}
      >
        With a key, a script can read and answer conversations.
      </Notice>
    )
  }
  const columns: Array<Column<PersonalApiKey>> = [
    {
      title: 'Label',
      look: 'name',
      width: '24%',
      render: ({ label, scope, expires_at }) => (
        <div className={styles.label}>
          <bdi>{label}</bdi>
          <span className={styles.quiet}>
            {SCOPES[scope].label}
            {expires_at && ` · ${describeExpiry(expires_at, now)}`}
          </span>
        </div>
      ),
    },
    { title: 'API key', width: '40%', render: (key) => <KeyValue apiKey={key} /> },
    { title: 'Last used', look: 'quiet', roomy: true, render: (key) => describeUse(key, now) },
    {
      title: 'Delete',
      look: 'actions',
      render: (key) => (
        <IconButton label={`Delete API key ${key.label}`} onClick={() => onDelete(key)}>
          <IconTrash size={18} stroke={1.75} />
        </IconButton>
      ),
    },
  ]
  return <RowTable label="Personal API keys" columns={columns} rows={keys} />
}
