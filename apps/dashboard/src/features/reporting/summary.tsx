import type { Report, ReportClock, ReportTimes } from '@papercups/contract'
import type { Opened } from './conversations-drawer.js'
import { NumberButton } from './open-number.js'
import { changeOf, formatChange, formatNumber, formatTime } from './report-formats.js'
import type { ReportRange } from './report-range.js'
import styles from './reporting.module.css'

interface Totals {
  report: Report
  times: ReportTimes
}

interface Figure {
  label: string
  number: Opened['number']
  of: (totals: Totals) => number
  /** How many conversations have this time. */
  countOf?: (totals: Totals) => number
}

const total = (list: Array<{ count: number }>) => list.reduce((sum, { count }) => sum + count, 0)

const timed = (label: string, number: 'first_reply' | 'next_reply' | 'resolution'): Figure => ({
  ...{ label, number },
  of: ({ times }) => times[number].median,
  countOf: ({ times }) => times[number].count,
})

const FIGURES: Figure[] = [
  { label: 'Conversations', number: 'conversations', of: ({ report }) => total(report.conversations_by_date) },
  { label: 'Reopened', number: 'reopened', of: ({ report }) => total(report.reopened_conversations_by_date) },
  { label: 'Messages', number: 'messages', of: ({ report }) => total(report.messages_by_date) },
  { label: 'Received', number: 'received', of: ({ report }) => total(report.received_messages_by_date) },
  { label: 'Sent', number: 'sent', of: ({ report }) => total(report.sent_messages_by_date) },
  timed('First reply, median', 'first_reply'),
  timed('Next reply, median', 'next_reply'),
  timed('Resolution, median', 'resolution'),
]

interface Props {
  totals: Totals
  /** Of as many days before the range. */
  before: Totals | undefined
  range: ReportRange
  clock: ReportClock
}

/** The totals of the range, and how they differ from the days before it. */
export function Summary({ totals, before, range, clock }: Props) {
  return (
    <dl className={styles.summary}>
      {FIGURES.map(({ label, number, of, countOf }) => {
        const value = of(totals)
        const count = countOf ? countOf(totals) : value
        // No time means no conversations, which is no improvement.
        const change = countOf && count === 0 ? undefined : changeOf(value, before && of(before))
        return (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <NumberButton
                value={count}
                shown={countOf ? formatTime(value, count) : formatNumber(value)}
                about={{ title: label, range, number, ...(countOf && { clock }) }}
              />
              {change !== undefined && <small title="Compared with the period before">{formatChange(change)}</small>}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
