import type { Tag } from '@papercups/contract'
import { CloseButton, Select } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import { findRow, patchRow, type ConversationRow } from '../../lib/conversations.js'
import { tagsQuery } from '../../lib/tags.js'
import { TagChip } from '../../ui/tag-chip.js'
import styles from './details.module.css'

/** No tag has it as its id. */
const NEW = 'new'

export function TagsSection({ conversation: { id, tags } }: { conversation: ConversationRow }) {
  const { add, remove } = useTags(id)
  return (
    <section>
      <h3>Tags</h3>
      {tags.length > 0 && (
        <ul className={styles.tags} aria-label="Tags">
          {tags.map((tag) => (
            <li key={tag.id}>
              <TagChip name={tag.name} color={tag.color}>
                <CloseButton size={18} aria-label={`Remove tag ${tag.name}`} onClick={() => remove.mutate(tag)} />
              </TagChip>
            </li>
          ))}
        </ul>
      )}
      <TagSelect own={tags} onChoose={(choice) => add.mutate(choice)} />
    </section>
  )
}

/** One of the account's tags, or the name of a new one. */
type Choice = Tag | { name: string }

function TagSelect({ own, onChoose }: { own: readonly Tag[]; onChoose: (choice: Choice) => void }) {
  const { data: known = [] } = useQuery(tagsQuery)
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  const offered = known.filter((tag) => !own.some((each) => each.id === tag.id))
  const isNew = name !== '' && !known.some((tag) => tag.name.toLowerCase() === name.toLowerCase())

  function choose(value: string | null) {
    const tag = offered.find((each) => each.id === value)
    if (tag) onChoose(tag)
    else if (value === NEW) onChoose({ name })
    setTyped('')
  }
  return (
    <Select
      aria-label="Add a tag"
      placeholder="Add a tag…"
      size="xs"
      searchable
      maxLength={255}
      nothingFoundMessage="Type a name to make a tag"
      // What is being made is found by whatever was typed.
      filter={({ options, search }) =>
        options.filter(
          (option) =>
            'value' in option &&
            (option.value === NEW || option.label.toLowerCase().includes(search.trim().toLowerCase())),
        )
      }
      data={[
        ...offered.map((tag) => ({ value: tag.id, label: tag.name })),
        ...(isNew ? [{ value: NEW, label: `Make the tag “${name}”` }] : []),
      ]}
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={choose}
      comboboxProps={{ withinPortal: false, floatingStrategy: 'fixed' }}
    />
  )
}

function useTags(conversationId: string) {
  const cache = useQueryClient()
  const path = `/conversations/${conversationId}/tags`
  const change = (edit: (tags: readonly Tag[]) => Tag[]) => {
    const tags = findRow(cache, conversationId)?.tags ?? []
    patchRow(cache, conversationId, { tags: edit(tags) })
  }
  const without = (gone: Tag) => (tags: readonly Tag[]) => tags.filter((tag) => tag.id !== gone.id)
  const refused = (error: unknown) =>
    void notifications.show({ color: 'red', title: 'The tags were not changed', message: describeError(error) })

  const add = useMutation({
    mutationFn: async (choice: Choice) => {
      const tag = 'id' in choice ? choice : await api.post<Tag>('/tags', { tag: choice })
      await api.post(path, { tag_id: tag.id })
      return tag
    },
    onSuccess(tag, choice) {
      change((tags) => [...without(tag)(tags), tag])
      if (!('id' in choice)) void cache.invalidateQueries({ queryKey: tagsQuery.queryKey })
    },
    onError: refused,
  })
  const remove = useMutation({
    mutationFn: (tag: Tag) => api.delete(`${path}/${tag.id}`),
    onSuccess: (_nothing, tag) => change(without(tag)),
    onError: refused,
  })
  return { add, remove }
}
