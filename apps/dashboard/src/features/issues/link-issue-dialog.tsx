import type { Issue } from '@papercups/contract'
import { useState } from 'react'
import { FormDialog } from '../../ui/form-dialog.js'
import { SearchList } from '../../ui/search-list.js'
import { issuesQuery } from './issues-query.js'
import { useLinks } from './use-links.js'

interface Props {
  customer_id: string
  opened: boolean
  onClose: () => void
}

/** Who has chosen nothing has changed their mind. */
export function LinkIssueDialog({ customer_id, opened, onClose }: Props) {
  const [issue, setIssue] = useState<Issue | null>(null)
  const { link } = useLinks()

  function submit() {
    if (issue) link.mutate({ issue_id: issue.id, customer_id }, { onSuccess: onClose })
    else onClose()
  }
  return (
    <FormDialog
      title="Link issue"
      submit="Link"
      opened={opened}
      pending={link.isPending}
      error={link.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <SearchList
        label="Issue"
        placeholder="Search issues..."
        nothing="No issue has all of these words"
        value={issue}
        onChange={setIssue}
        find={issuesQuery}
        nameOf={({ title }) => title}
      />
    </FormDialog>
  )
}
