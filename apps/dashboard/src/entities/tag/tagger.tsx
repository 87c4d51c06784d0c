import type { Tag } from '@papercups/contract'
import { Button, CloseButton } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import { tagsQuery } from './tags.js'
import { diffTags, isSameTag, type TagChoice } from './tag-changes.js'
import { TagChip } from './tag-chip.js'
import { TagSelect } from './tag-select.js'
import styles from './tagger.module.css'

interface TagOwner {
  kind: 'customers' | 'conversations'
  id: string
}

interface Props {
  /** Whose tags they are. */
  owner: TagOwner
  tags: readonly Tag[]
  onSaved: (tags: Tag[]) => void
}

/** Shows the tags of a customer or a conversation. Edits are saved together. */
export function Tagger({ owner, tags, onSaved }: Props) {
  const [draft, setDraft] = useState<readonly TagChoice[] | null>(null)
  const save = useSaveTags(owner, tags)

  if (!draft) {
    return (
      <div className={styles.tagger}>
        {tags.length > 0 && <Chips tags={tags} />}
        <Button size="compact-xs" variant="default" onClick={() => setDraft(tags)}>
          {tags.length > 0 ? 'Edit tags' : 'Add tags'}
        </Button>
      </div>
    )
  }
  function submit(wanted: readonly TagChoice[]) {
    save.mutate(wanted, {
      onSuccess(saved) {
        onSaved(saved)
        setDraft(null)
      },
    })
  }
  return (
    <div className={styles.tagger}>
      {draft.length > 0 && (
        <Chips
          tags={draft}
          disabled={save.isPending}
          onRemove={(gone) => setDraft(draft.filter((choice) => choice !== gone))}
        />
      )}
      <TagSelect
        chosen={draft}
        disabled={save.isPending}
        onChoose={(choice) => setDraft([...draft.filter((each) => !isSameTag(choice)(each)), choice])}
      />
      {save.error && (
        <p role="alert" className={styles.refusal}>
          {describeError(save.error)}
        </p>
      )}
      <div className={styles.actions}>
        <Button size="compact-xs" loading={save.isPending} onClick={() => submit(draft)}>
          Save
        </Button>
        <Button size="compact-xs" variant="default" disabled={save.isPending} onClick={() => setDraft(null)}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

interface ChipsProps {
  tags: readonly TagChoice[]
  disabled?: boolean
  onRemove?: (tag: TagChoice) => void
}

function Chips({ tags, disabled = false, onRemove }: ChipsProps) {
  return (
    <ul className={styles.tags} aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag.name}>
          <TagChip name={tag.name} color={'id' in tag ? tag.color : null}>
            {onRemove && (
              <CloseButton
                size={18}
                aria-label={`Remove tag ${tag.name}`}
                disabled={disabled}
                onClick={() => onRemove(tag)}
              />
            )}
          </TagChip>
        </li>
      ))}
    </ul>
  )
}

function useSaveTags({ kind, id: owner_id }: TagOwner, own: readonly Tag[]) {
  const cache = useQueryClient()
  return useMutation({
    async mutationFn(wanted: readonly TagChoice[]): Promise<Tag[]> {
      const known = await cache.fetchQuery({ ...tagsQuery, staleTime: 0 })
      const { create, add, remove } = diffTags(own, wanted, known)
      const created = await Promise.all(create.map((tag) => api.post('/tags', { body: { tag } })))
      await Promise.all([
        ...[...created, ...add].map(({ id }) =>
          api.post(`/${kind}/:id/tags`, { params: { id: owner_id }, body: { tag_id: id } }),
        ),
        ...remove.map(({ id }) => api.delete(`/${kind}/:id/tags/:tag_id`, { params: { id: owner_id, tag_id: id } })),
      ])
      const kept = own.filter((tag) => !remove.includes(tag))
      return [...kept, ...add, ...created].toSorted((a, b) => a.name.localeCompare(b.name))
    },
    onSettled: () => cache.invalidateQueries(tagsQuery),
  })
}
