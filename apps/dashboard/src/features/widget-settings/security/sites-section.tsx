import type { AllowedSites } from '@papercups/contract'
import { Skeleton, Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailure } from '../../../ui/page.js'
import { EditableSection, Section } from '../../../ui/section.js'
import { saveSites, sitesQuery } from './security-queries.js'

const TITLE = 'Allowed sites'
const LEAD = 'The widget of this inbox works on these sites and on no other. Leave the list empty to allow every site.'

export function SitesSection({ inbox_id }: { inbox_id: string }) {
  const { data, error, refetch } = useQuery(sitesQuery(inbox_id))
  if (data) return <Sites key={inbox_id} saved={data} />
  return (
    <Section title={TITLE} lead={LEAD}>
      {error ? (
        <LoadFailure title="Error retrieving allowed sites" error={error} retry={refetch} />
      ) : (
        <Skeleton height={96} />
      )}
    </Section>
  )
}

function Sites({ saved: { inbox_id, sites } }: { saved: AllowedSites }) {
  const cache = useQueryClient()
  const [draft, setDraft] = useState<string | null>(null)
  const save = useMutation({
    mutationFn: (text: string) => saveSites(inbox_id, linesOf(text)),
    onSuccess(saved) {
      cache.setQueryData(sitesQuery(inbox_id).queryKey, saved)
      setDraft(null)
    },
  })
  const editing = draft !== null

  return (
    <EditableSection
      title={TITLE}
      lead={LEAD}
      editing={editing}
      saving={save.isPending}
      onEdit={() => setDraft(sites.join('\n'))}
      onCancel={() => {
        save.reset()
        setDraft(null)
      }}
      onSave={() => save.mutate(draft ?? '')}
    >
      <Textarea
        label="Sites"
        description="One in each line: shop.example, https://shop.example, *.shop.example for all below it, localhost:3000."
        placeholder={editing ? 'shop.example' : 'Every site'}
        autosize
        minRows={3}
        maxRows={12}
        spellCheck={false}
        readOnly={!editing}
        value={draft ?? sites.join('\n')}
        error={save.error?.message}
        onChange={({ currentTarget }) => setDraft(currentTarget.value)}
      />
    </EditableSection>
  )
}

const linesOf = (text: string) =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter(Boolean)
