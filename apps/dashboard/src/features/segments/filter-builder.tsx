import { randomId } from '@papercups/client-core'
import type { Segment, SegmentCondition, SegmentFilter } from '@papercups/contract'
import { Button } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconLink, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { copyText } from '../../lib/copy-text.js'
import { describeError } from '../../lib/api-error.js'
import { LongSelect } from '../../ui/fields/long-select.js'
import { useDialog } from '../../ui/dialogs/use-dialog.js'
import { ConditionRow } from './condition-row.js'
import { newCondition, isComplete, isSame, MAX_CONDITIONS } from './conditions.js'
import { NameSegmentDialog } from './name-segment-dialog.js'
import styles from './segments.module.css'
import { useSaveSegment } from './use-segments.js'

/** Waits for a pause in typing. */
const PAUSE = 300

interface Draft {
  key: string
  condition: SegmentCondition
}

interface Props {
  /** The segment being edited. */
  saved: Segment | undefined
  /** The initial filter. */
  filter: SegmentFilter | undefined
  onFilter: (filter: SegmentFilter | undefined) => void
  onSaved: (segment: Segment) => void
}

const toDraft = (condition: SegmentCondition): Draft => ({ key: randomId(), condition })

/** The list follows the filter as soon as all conditions are complete. */
export function FilterBuilder({ saved, filter, onFilter, onSaved }: Props) {
  const [match, setMatch] = useState(filter?.match ?? 'all')
  const [drafts, setDrafts] = useState(() => (filter?.conditions ?? [newCondition('last_seen_at')]).map(toDraft))
  const naming = useDialog()
  const save = useSaveSegment()
  const create = useSaveSegment()
  const showSoon = useDebouncedCallback(onFilter, PAUSE)

  const built: SegmentFilter = { match, conditions: drafts.map(({ condition }) => condition) }
  const isReady = drafts.length > 0 && drafts.every(({ condition }) => isComplete(condition))

  function change(match: SegmentFilter['match'], drafts: Draft[]) {
    setMatch(match)
    setDrafts(drafts)
    const conditions = drafts.map(({ condition }) => condition)
    if (conditions.length === 0) showSoon(undefined)
    else if (conditions.every(isComplete)) showSoon({ match, conditions })
  }
  const replace = (key: string, condition: SegmentCondition) =>
    change(
      match,
      drafts.map((draft) => (draft.key === key ? { key, condition } : draft)),
    )
  return (
    <section aria-label="Filter customers" className={styles.builder}>
      <div className={styles.match}>
        <span>Customers who meet</span>
        <LongSelect
          aria-label="How many of the conditions"
          size="xs"
          className={styles.short ?? ''}
          allowDeselect={false}
          data={[
            { value: 'all', label: 'all' },
            { value: 'any', label: 'any' },
          ]}
          value={match}
          onChange={(value) => value && change(value === 'any' ? 'any' : 'all', drafts)}
        />
        <span>of these conditions</span>
      </div>
      <ol className={styles.conditions} aria-label="Conditions">
        {drafts.map(({ key, condition }) => (
          <li key={key}>
            <ConditionRow
              condition={condition}
              onChange={(changed) => replace(key, changed)}
              onRemove={() =>
                change(
                  match,
                  drafts.filter((draft) => draft.key !== key),
                )
              }
            />
          </li>
        ))}
      </ol>
      {save.error && (
        <p role="alert" className={styles.refusal}>
          {describeError(save.error)}
        </p>
      )}
      <div className={styles.actions}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          disabled={drafts.length >= MAX_CONDITIONS}
          onClick={() => setDrafts([...drafts, toDraft(newCondition('tag'))])}
        >
          Add condition
        </Button>
        <span className={styles.rest} />
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconLink size={14} />}
          disabled={!isReady}
          onClick={() => void copyText(linkTo(built))}
        >
          Copy link
        </Button>
        <Button variant={saved ? 'default' : 'filled'} size="xs" disabled={!isReady} onClick={naming.open}>
          {saved ? 'Save as new segment' : 'Save segment'}
        </Button>
        {saved && (
          <Button
            size="xs"
            disabled={!isReady || isSame(saved.filter, built)}
            loading={save.isPending}
            onClick={() => save.mutate({ id: saved.id, filter: built }, { onSuccess: onSaved })}
          >
            Save changes
          </Button>
        )}
      </div>
      {naming.mounted && (
        <NameSegmentDialog
          title="Save segment"
          opened={naming.opened}
          save={async (name) => onSaved(await create.mutateAsync({ name, filter: built }))}
          onClose={naming.close}
        />
      )}
    </section>
  )
}

const linkTo = (filter: SegmentFilter) =>
  new URL(`/customers?filter=${encodeURIComponent(JSON.stringify(filter))}`, window.location.href).href
