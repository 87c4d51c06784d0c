import type { Segment, SegmentFilter } from '@papercups/contract'
import { Button } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { describeError } from '../../lib/api-error.js'
import type { CustomerListFilters } from '../../entities/customer/customers.js'
import { lazyPart } from '../../ui/lazy-part.js'
import { segmentsQuery } from '../../entities/segment/segments.js'
import { SegmentMenu } from './segment-menu.js'
import styles from './segments.module.css'

const FilterBuilder = lazyPart(async () => (await import('./filter-builder.js')).FilterBuilder)

/** The customers that the list shows. An unsaved filter is kept together with the segment it started from. */
export interface Chosen {
  segment_id?: string | undefined
  filter?: SegmentFilter | undefined
}

interface Props {
  filters: CustomerListFilters
  onChange: (chosen: Chosen) => void
}

export function SegmentBar({ filters: { segment_id, filter }, onChange }: Props) {
  const { data: segments, error, refetch } = useQuery(segmentsQuery)
  const [building, setBuilding] = useState(false)
  const chosen = segments?.find(({ id }) => id === segment_id)
  const isOpen = building || filter !== undefined
  function choose(id?: string) {
    setBuilding(false)
    onChange({ segment_id: id, filter: undefined })
  }
  return (
    <div className={styles.bar}>
      <div className={styles.row}>
        <div role="group" aria-label="Segments" className={styles.chips}>
          <Chip name="All" pressed={!segment_id && !filter} onClick={() => choose()} />
          {segments?.map(({ id, name }) => (
            <Chip key={id} name={name} pressed={id === segment_id} onClick={() => choose(id)} />
          ))}
        </div>
        {chosen && <SegmentMenu key={chosen.id} segment={chosen} onDeleted={() => choose()} />}
        <Button
          variant="default"
          size="xs"
          leftSection={<IconFilter size={14} />}
          aria-expanded={isOpen}
          onClick={() => (isOpen ? choose(segment_id) : setBuilding(true))}
        >
          Filter
        </Button>
      </div>
      {error && !segments && (
        <p role="alert" className={styles.refusal}>
          The segments could not be loaded: {describeError(error)}{' '}
          <Button variant="subtle" size="compact-xs" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {segments && segment_id && !chosen && <Gone onAll={() => choose()} />}
      {isOpen && (segments || !segment_id) && (
        <Suspense fallback={null}>
          <FilterBuilder
            key={segment_id ?? 'none'}
            saved={chosen}
            filter={filter ?? chosen?.filter}
            onFilter={(filter) => {
              setBuilding(true)
              onChange({ segment_id, filter })
            }}
            onSaved={(segment: Segment) => choose(segment.id)}
          />
        </Suspense>
      )}
    </div>
  )
}

function Chip({ name, pressed, onClick }: { name: string; pressed: boolean; onClick: () => void }) {
  const chip = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (pressed) chip.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [pressed])
  return (
    <button ref={chip} type="button" className={styles.chip} aria-pressed={pressed} title={name} onClick={onClick}>
      <span dir="auto">{name}</span>
    </button>
  )
}

function Gone({ onAll }: { onAll: () => void }) {
  return (
    <p role="status" className={styles.gone}>
      A teammate deleted this segment.{' '}
      <Button variant="subtle" size="compact-xs" onClick={onAll}>
        Show all customers
      </Button>
    </p>
  )
}
