import type { Issue } from '@papercups/contract'
import { Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { errorAt } from '../../ui/fields/error-at.js'
import { FormDialog } from '../../ui/dialogs/form-dialog.js'
import { STATES } from './issue-state.js'
import { useSaveIssue } from './issues-query.js'

interface Props {
  /** Without it the dialog creates an issue. */
  issue?: Issue
  opened: boolean
  onSaved: (issue: Issue) => void
  onClose: () => void
}

const states = Object.entries(STATES).map(([value, { label }]) => ({ value: value as Issue['state'], label }))

export function IssueDialog({ issue, opened, onSaved, onClose }: Props) {
  const [title, setTitle] = useState(issue?.title ?? '')
  const [body, setBody] = useState(issue?.body ?? '')
  const [state, setState] = useState<Issue['state']>(issue?.state ?? 'unstarted')
  const [github_issue_url, setUrl] = useState(issue?.github_issue_url ?? '')
  const save = useSaveIssue(issue?.id)

  return (
    <FormDialog
      title={issue ? 'Edit issue' : 'New issue'}
      submit={issue ? 'Save' : 'Create'}
      opened={opened}
      pending={save.isPending}
      error={save.error}
      fields={['title']}
      onSubmit={() => save.mutate({ title, body, state, github_issue_url }, { onSuccess: onSaved })}
      onClose={onClose}
    >
      <TextInput
        label="Title"
        maxLength={255}
        value={title}
        {...errorAt(save.error, 'title')}
        data-autofocus
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      />
      <Textarea
        label="Description"
        autosize
        minRows={4}
        maxRows={8}
        maxLength={20_000}
        value={body}
        onChange={({ currentTarget }) => setBody(currentTarget.value)}
      />
      <Select
        label="Status"
        data={states}
        value={state}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false, floatingStrategy: 'fixed' }}
        onChange={(chosen) => chosen && setState(chosen)}
      />
      <TextInput
        label="GitHub URL"
        placeholder="https://github.com/owner/repository/issues/1"
        maxLength={2_000}
        value={github_issue_url}
        onChange={({ currentTarget }) => setUrl(currentTarget.value)}
      />
    </FormDialog>
  )
}
