import { Button, Select, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { inboxesQuery } from '../../entities/inbox/inboxes.js'
import { api } from '../../lib/api.js'
import { LoadFailure } from '../../ui/page.js'
import { Section } from '../../ui/section.js'
import { useServerForm } from '../../ui/forms/use-server-form.js'

/** The user's own signature for each inbox. */
export function SignaturesSection() {
  const { data: inboxes } = useQuery(inboxesQuery)
  const [chosen, setChosen] = useState<string | null>(null)
  const inbox_id = chosen ?? inboxes?.[0]?.id
  const { data, error, refetch } = useQuery({
    queryKey: ['signatures', inbox_id],
    queryFn: ({ signal }) => api.get('/inboxes/:id/signature', { params: { id: inbox_id ?? '' }, signal }),
    enabled: inbox_id !== undefined,
  })
  return (
    <Section title="Email signature" lead="Your emails from an inbox end with it. You can use Markdown.">
      {inboxes && inboxes.length > 1 && (
        <Select
          label="Inbox"
          data={inboxes.map(({ id, name }) => ({ value: id, label: name }))}
          value={inbox_id ?? null}
          onChange={setChosen}
          allowDeselect={false}
        />
      )}
      {error && <LoadFailure title="The signature could not be loaded" error={error} retry={refetch} />}
      {data && <SignatureForm key={data.inbox_id} {...data} />}
    </Section>
  )
}

function SignatureForm({ inbox_id, body }: { inbox_id: string; body: string }) {
  const cache = useQueryClient()
  const { form, formProps, pending, failure } = useServerForm({
    initialValues: { body },
    async save({ body }) {
      const saved = await api.put('/inboxes/:id/signature', { params: { id: inbox_id }, body: { signature: { body } } })
      cache.setQueryData(['signatures', inbox_id], saved)
      notifications.show({ message: 'Signature saved', color: 'green' })
    },
  })
  return (
    <form {...formProps}>
      <Textarea
        label="Signature"
        autosize
        minRows={3}
        maxRows={8}
        maxLength={5_000}
        placeholder="Ada from Acme"
        {...form.getInputProps('body')}
        {...(failure && { error: failure })}
      />
      <Button type="submit" mt="sm" size="xs" loading={pending}>
        Save signature
      </Button>
    </form>
  )
}
