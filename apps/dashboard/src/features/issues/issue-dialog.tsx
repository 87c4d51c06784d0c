import type { Issue } from '@papercups/contract'
import { Select, TextInput } from '@mantine/core'
import { Suspense } from 'react'
import { env } from '../../lib/env.js'
import { lazyPart } from '../../ui/lazy-part.js'
import { FormDialog } from '../../ui/dialogs/form-dialog.js'
import { DescriptionField } from '../../ui/fields/description-field.js'
import { useServerForm } from '../../ui/forms/use-server-form.js'
import { readGithubIssue } from './github-issue.js'
import { STATES } from './issue-state.js'
import { useSaveIssue } from './issues-query.js'

const GithubPicker = lazyPart(async () => (await import('./github-picker.js')).GithubPicker)

interface Props {
  /** Without it the dialog creates an issue. */
  issue?: Issue
  opened: boolean
  onSaved: (issue: Issue) => void
  onClose: () => void
}

const EXAMPLE = `https://${env.github_host}/owner/repository/issues/1`
const states = Object.entries(STATES).map(([value, { label }]) => ({ value: value as Issue['state'], label }))

export function IssueDialog({ issue, opened, onSaved, onClose }: Props) {
  const { mutateAsync } = useSaveIssue(issue?.id)
  const { form, formProps, pending, failure } = useServerForm({
    initialValues: {
      title: issue?.title ?? '',
      body: issue?.body ?? '',
      state: issue?.state ?? ('unstarted' as const),
      github_issue_url: issue?.github_issue_url ?? '',
    },
    validate: {
      // Other URLs would be shown nowhere. Those that came through the API stay.
      github_issue_url: (url) =>
        !url.trim() || url === issue?.github_issue_url || readGithubIssue(url.trim(), env.github_host)
          ? null
          : `Enter the URL of an issue, such as ${EXAMPLE}`,
    },
    save: async (values) => onSaved(await mutateAsync(values)),
  })

  return (
    <FormDialog
      title={issue ? 'Edit issue' : 'New issue'}
      submit={issue ? 'Save' : 'Create'}
      opened={opened}
      {...{ formProps, pending, failure, onClose }}
    >
      <TextInput label="Title" maxLength={255} data-autofocus {...form.getInputProps('title')} />
      <DescriptionField minRows={4} maxRows={8} maxLength={20_000} {...form.getInputProps('body')} />
      <Select
        label="Status"
        data={states}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false, floatingStrategy: 'fixed' }}
        {...form.getInputProps('state')}
      />
      <TextInput
        label="GitHub URL"
        placeholder={EXAMPLE}
        maxLength={2_000}
        {...form.getInputProps('github_issue_url')}
      />
      <Suspense fallback={null}>
        <GithubPicker
          values={form.values}
          onPick={({ body, github_issue_url, ...fields }) =>
            form.setValues({ ...fields, body: body ?? '', github_issue_url: github_issue_url ?? '' })
          }
        />
      </Suspense>
    </FormDialog>
  )
}
