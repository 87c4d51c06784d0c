import type { CustomerMerge } from '@papercups/contract'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate } from '../../lib/format.js'
import { userName } from '../../entities/person-name.js'
import { Confirm } from '../../ui/dialogs/confirm.js'
import styles from './merge.module.css'
import { mergesQuery, useUndoMerge } from './use-merge.js'

/**
 * Lists the customers merged into this one. Shows nothing when they cannot be loaded, so that the profile still works.
 */
export function MergeHistory({ customerId }: { customerId: string }) {
  const { data: merges = [] } = useQuery(mergesQuery(customerId))
  if (merges.length === 0) return null
  return (
    <ul className={styles.lines} aria-label="Merges">
      {merges.map((merge) => (
        <MergeItem key={merge.id} merge={merge} />
      ))}
    </ul>
  )
}

function MergeItem({ merge }: { merge: CustomerMerge }) {
  const [asking, setAsking] = useState(false)
  const undo = useUndoMerge()
  const { merged_title: title, user, created_at, undoable_until, can_undo } = merge
  return (
    <li>
      Merged with <bdi>{title}</bdi> on {formatDate(created_at)}
      {user && (
        <>
          {' by '}
          <bdi>{userName(user)}</bdi>
        </>
      )}
      {can_undo && (
        <>
          {' · '}
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={`Undo the merge with ${title}`}
            onClick={() => setAsking(true)}
          >
            Undo
          </Button>
          <Confirm
            opened={asking}
            title="Undo this merge?"
            confirm="Undo"
            pending={undo.isPending}
            onClose={() => setAsking(false)}
            onConfirm={() => undo.mutate(merge, { onSettled: () => setAsking(false) })}
          >
            <p>
              <bdi>{title}</bdi> is restored with everything that was moved, including later messages in those
              conversations. Conversations that started after the merge stay here. You can undo until{' '}
              {formatDate(undoable_until)}.
            </p>
          </Confirm>
        </>
      )}
    </li>
  )
}
