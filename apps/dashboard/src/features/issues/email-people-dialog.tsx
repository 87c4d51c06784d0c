import type { Issue, IssueEmails } from '@papercups/contract'
import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { InboxSelect, useInboxSelectReady } from '../../entities/inbox/inbox-select.js'
import { issuesKey } from '../../entities/use-live-records.js'
import { api } from '../../lib/api.js'
import { FormDialog } from '../../ui/dialogs/form-dialog.js'
import { useServerForm } from '../../ui/forms/use-server-form.js'

interface Props {
  issue: Issue
  people: IssueEmails['people']
  opened: boolean
  onClose: () => void
}

/** Writes to the customers who wait for an issue. */
export function EmailPeopleDialog({ issue, people, opened, onClose }: Props) {
  const cache = useQueryClient()
  const isReady = useInboxSelectReady()
  const { form, formProps, pending, failure } = useServerForm({
    initialValues: { subject: issue.title.trim(), inbox_id: '', body: '', close: issue.state === 'done' },
    validate: {
      subject: (subject) => (subject.trim() ? null : 'Please enter a subject.'),
      body: (body) => (body.trim() ? null : 'Please write a message first.'),
    },
    async save({ inbox_id, ...rest }) {
      const email = { ...rest, inbox_id: inbox_id || null }
      await api.post('/issues/:id/emails', { params: { id: issue.id }, body: { email } })
      await cache.invalidateQueries({ queryKey: issuesKey })
      onClose()
    },
  })
  return (
    <FormDialog
      title="Email customers"
      submit="Send"
      opened={opened && isReady}
      {...{ formProps, pending, failure, onClose }}
    >
      <p>{describe(people)}</p>
      <TextInput label="Subject" maxLength={255} data-autofocus {...form.getInputProps('subject')} />
      <InboxSelect value={form.values.inbox_id} onChange={(id) => form.setFieldValue('inbox_id', id)} />
      <Textarea label="Message" autosize minRows={6} maxRows={12} maxLength={100_000} {...form.getInputProps('body')} />
      {issue.state !== 'closed' && (
        <Checkbox label="Move the issue to closed" {...form.getInputProps('close', { type: 'checkbox' })} />
      )}
    </FormDialog>
  )
}

function describe(people: IssueEmails['people']) {
  const count = people.filter(({ obstacle }) => !obstacle).length
  const others = people.length - count
  const who = count === 1 ? 'One customer gets' : `${count} customers get`
  const rest = others === 0 ? '' : ` ${others === 1 ? 'One is' : `${others} are`} left out: see the list.`
  return `${who} an email of their own. Nobody sees the others.${rest}`
}
