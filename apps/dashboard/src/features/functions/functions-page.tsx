import type { Lambda } from '@papercups/contract'
import { Button } from '@mantine/core'
import { IconFunction, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { useDialog } from '../../ui/dialogs/use-dialog.js'
import { Notice } from '../../ui/notice.js'
import { LoadFailure, Page, SectionSkeletons } from '../../ui/page.js'
import { RowTable, type Column } from '../../ui/row-table.js'
import { Tag } from '../../ui/tag.js'
import { STATUSES } from './describe-function.js'
import { FunctionDialog } from './function-dialog.js'
import { functionsQuery } from './function-queries.js'

export function FunctionsPage() {
  const { data: functions, error, refetch } = useQuery({ ...functionsQuery, refetchOnMount: 'always' })
  const creating = useDialog()
  const navigate = useNavigate()
  return (
    <Page
      title="Functions"
      lead="Code of yours that runs here when something happens in your account."
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={creating.open}>
          New function
        </Button>
      }
    >
      {functions ? (
        <Functions all={functions} onNew={creating.open} />
      ) : error ? (
        <LoadFailure title="Error retrieving functions" error={error} retry={refetch} />
      ) : (
        <SectionSkeletons heights={[240]} />
      )}
      {creating.mounted && (
        <FunctionDialog
          opened={creating.opened}
          onSaved={({ id }) => void navigate(`/functions/${id}`)}
          onClose={creating.close}
        />
      )}
    </Page>
  )
}

const COLUMNS: Array<Column<Lambda>> = [
  { title: 'Name', look: 'name', render: ({ name }) => <bdi>{name}</bdi> },
  { title: 'Description', look: 'quiet', roomy: true, render: ({ description }) => description || '--' },
  {
    title: 'Status',
    width: '120px',
    render: ({ status }) => <Tag look={STATUSES[status].look}>{STATUSES[status].label}</Tag>,
  },
  {
    title: 'Actions',
    look: 'actions',
    render: ({ id, name }) => (
      <Link to={`/functions/${id}`} aria-label={`Configure ${name}`}>
        Configure
      </Link>
    ),
  },
]

function Functions({ all, onNew }: { all: Lambda[]; onNew: () => void }) {
  if (all.length > 0) return <RowTable label="Functions" columns={COLUMNS} rows={all} />
  return (
    <Notice
      title="No functions yet"
      icon={<IconFunction size={32} stroke={1.5} />}
      actions={<Button onClick={onNew}>Create your first function</Button>}
    >
      A function can answer customers, tag conversations or call your own systems.
    </Notice>
  )
}
