import type { BulkOperation, Tag } from '@papercups/contract'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import { conversationKeys, findRow, patchRow, type ConversationRow } from '../../entities/conversation/conversations.js'
import { tagsQuery } from '../../entities/tag/tags.js'
import { offerUndo } from '../../ui/offer-undo.js'
import { applyChange, describeChange, type BulkChange } from './bulk-changes.js'

/** The server's limit per request. */
const MAX = 200

interface Wanted {
  ids: readonly string[]
  change: BulkChange
}

/** Changes many conversations. Shows the change at once, and reverts it on an error or with Undo. */
export function useBulk() {
  const cache = useQueryClient()
  const undo = useMutation({
    mutationFn: sendOperations,
    onMutate: (operations) => showOperations(cache, operations),
    onError: (error, _operations, before) => revert(cache, before, error),
  })
  return useMutation({
    mutationFn: (wanted: Wanted) => sendOperations(toOperations(wanted)),
    onMutate: (wanted) => showOperations(cache, toOperations(wanted)),
    onSuccess: (inverse, { ids, change }) => offerUndo(describeChange(change, ids.length), () => undo.mutate(inverse)),
    onError: (error, _variables, before) => revert(cache, before, error),
  })
}

const toOperations = ({ ids, change }: Wanted): BulkOperation[] => ids.map((id) => ({ id, ...change }))

/** Returns the operations that undo it. */
async function sendOperations(operations: readonly BulkOperation[]): Promise<BulkOperation[]> {
  const inverse: BulkOperation[] = []
  for (let start = 0; start < operations.length; start += MAX) {
    const part = operations.slice(start, start + MAX)
    const { undo } = await api.post('/conversations/bulk', { body: { operations: part } })
    inverse.push(...undo)
  }
  return inverse
}

/** Returns the conversations from before. */
function showOperations(cache: QueryClient, operations: readonly BulkOperation[]): ConversationRow[] {
  const tags: readonly Tag[] = cache.getQueryData(tagsQuery.queryKey) ?? []
  return operations.flatMap(({ id, ...change }) => {
    const row = findRow(cache, id)
    return (row && patchRow(cache, id, applyChange(row, change, tags))) ?? []
  })
}

function revert(cache: QueryClient, before: readonly ConversationRow[] | undefined, error: unknown) {
  for (const { status, priority, assignee_id, archived_at, snoozed_at, snoozed_until, tags, id } of before ?? []) {
    patchRow(cache, id, { status, priority, assignee_id, archived_at, snoozed_at, snoozed_until, tags })
  }
  notifications.show({ color: 'red', title: 'The conversations were not changed', message: describeError(error) })
  // Some of them may have been changed.
  void cache.invalidateQueries({ queryKey: conversationKeys.lists })
}
