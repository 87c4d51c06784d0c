import type { BulkOperation, Tag } from '@papercups/contract'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import { conversationKeys, findRow, patchRow, type ConversationRow } from '../../entities/conversation/conversations.js'
import { tagsQuery } from '../../entities/tag/tags.js'
import { offerUndo } from '../../ui/offer-undo.js'
import { applyChange, describeChange, type BulkChange } from './bulk-changes.js'

/** As many as the server takes at once. */
const MOST = 200

interface Wanted {
  ids: readonly string[]
  change: BulkChange
}

/** Changes many at once: shown at once, taken back with a sentence when the server refuses, or by whoever did it. */
export function useBulk() {
  const cache = useQueryClient()
  const undo = useMutation({
    mutationFn: sendOperations,
    onMutate: (operations) => showOperations(cache, operations),
    onError: (error, _operations, before) => takeBack(cache, before, error),
  })
  return useMutation({
    mutationFn: (wanted: Wanted) => sendOperations(toOperations(wanted)),
    onMutate: (wanted) => showOperations(cache, toOperations(wanted)),
    onSuccess: (inverse, { ids, change }) => offerUndo(describeChange(change, ids.length), () => undo.mutate(inverse)),
    onError: (error, _variables, before) => takeBack(cache, before, error),
  })
}

const toOperations = ({ ids, change }: Wanted): BulkOperation[] => ids.map((id) => ({ id, ...change }))

/** Answers what would take all of it back. */
async function sendOperations(operations: readonly BulkOperation[]): Promise<BulkOperation[]> {
  const inverse: BulkOperation[] = []
  for (let start = 0; start < operations.length; start += MOST) {
    const part = operations.slice(start, start + MOST)
    const { undo } = await api.post('/conversations/bulk', { body: { operations: part } })
    inverse.push(...undo)
  }
  return inverse
}

/** Answers the conversations as they were. */
function showOperations(cache: QueryClient, operations: readonly BulkOperation[]): ConversationRow[] {
  const tags: readonly Tag[] = cache.getQueryData(tagsQuery.queryKey) ?? []
  return operations.flatMap(({ id, ...change }) => {
    const row = findRow(cache, id)
    return (row && patchRow(cache, id, applyChange(row, change, tags))) ?? []
  })
}

export function takeBack(cache: QueryClient, before: readonly ConversationRow[] | undefined, error: unknown) {
  for (const { status, priority, assignee_id, archived_at, snoozed_at, snoozed_until, tags, id } of before ?? []) {
    patchRow(cache, id, { status, priority, assignee_id, archived_at, snoozed_at, snoozed_until, tags })
  }
  notifications.show({ color: 'red', title: 'The conversations were not changed', message: describeError(error) })
  // A part of them may have been.
  void cache.invalidateQueries({ queryKey: conversationKeys.lists })
}
