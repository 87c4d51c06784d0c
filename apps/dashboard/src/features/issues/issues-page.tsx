import type { Issue } from '@papercups/contract'
import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconBulb, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Notice } from '../../ui/notice.js'
import { LoadFailure, Page, SectionSkeletons } from '../../ui/page.js'
import { SearchField } from '../../ui/fields/search-field.js'
import { useDialog } from '../../ui/dialogs/use-dialog.js'
import { IssueDialog } from './issue-dialog.js'
import { IssueSections } from './issue-sections.js'
import { issuesQuery, MAX } from './issues-query.js'

const PAUSE = 400

export function IssuesPage() {
  const [search, setSearch] = useState('')
  const [q] = useDebouncedValue(search.trim(), PAUSE)
  const query = { ...issuesQuery(q), refetchOnMount: 'always' as const, placeholderData: keepPreviousData }
  const { data: issues, error, refetch } = useQuery(query)
  const creating = useDialog()
  const navigate = useNavigate()

  return (
    <Page
      title="Issues (beta)"
      lead="Requests and problems, with the customers to notify when they are done."
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={creating.open}>
          New issue
        </Button>
      }
    >
      <SearchField label="Search issues" value={search} onChange={setSearch} />
      {issues ? (
        <Found issues={issues} searched={q !== ''} onNew={creating.open} />
      ) : error ? (
        <LoadFailure title="Error retrieving issues" error={error} retry={refetch} />
      ) : (
        <SectionSkeletons heights={[140, 240, 140]} />
      )}
      {creating.mounted && (
        <IssueDialog
          opened={creating.opened}
          onSaved={({ id }) => void navigate(`/issues/${id}`)}
          onClose={creating.close}
        />
      )}
    </Page>
  )
}

function Found({ issues, searched, onNew }: { issues: Issue[]; searched: boolean; onNew: () => void }) {
  if (issues.length === 0 && searched) return <Notice title="No matches">Try fewer words.</Notice>
  if (issues.length === 0) {
    return (
      <Notice
        title="No issues yet"
        icon={<IconBulb size={32} stroke={1.5} />}
        actions={<Button onClick={onNew}>Create your first issue</Button>}
      >
        Write down a request, and link the customers who made it.
      </Notice>
    )
  }
  return (
    <>
      <IssueSections issues={issues} />
      {issues.length === MAX && <p>Showing the {MAX} most recently updated. Search to find others.</p>}
    </>
  )
}
