import type { Report } from '@papercups/contract'
import type { Opened } from './conversations-drawer.js'
import { NumberButton } from './open-number.js'
import { changeOf, formatChange, formatNumber, formatTime } from './report-formats.js'
import type { ReportRange } from './report-range.js'
import styles from './reporting.module.css'

interface Figure {
  label: string
  number: Opened['number']
  of: (report: Report) => number
  /** How many conversations have this time. */
  countOf?: (report: Report) => number
}

const total = (list: Array<{ count: number }>) => list.reduce((sum, { count }) => sum + count, 0)

const FIGURES: Figure[] = [
  { label: 'Conversations', number: 'conversations', of: (report) => total(report.conversations_by_date) },
  { label: 'Messages', number: 'messages', of: (report) => total(report.messages_by_date) },
  { label: 'Received', number: 'received', of: (report) => total(report.received_messages_by_date) },
  { label: 'Sent', number: 'sent', of: (report) => total(report.sent_messages_by_date) },
  {
    label: 'First reply, median',
    number: 'first_reply',
    of: (report) => report.median_time_to_first_reply,
    countOf: (report) => report.first_reply_count,
  },
  {
    label: 'Resolution, median',
    number: 'resolution',
    of: (report) => report.median_time_to_resolution,
    countOf: (report) => report.resolution_count,
  },
]

interface Props {
  report: Report
  /** The report of as many days before the range. */
  before: Report | undefined
  range: ReportRange
}

/** The totals of the range, and how they differ from the days before it. */
export function Summary({ report, before, range }: Props) {
  return (
    <dl className={styles.summary}>
      {FIGURES.map(({ label, number, of, countOf }) => {
        const value = of(report)
        const count = countOf ? countOf(report) : value
        // No time means no conversations, which is no improvement.
        const change = countOf && count === 0 ? undefined : changeOf(value, before && of(before))
        return (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <NumberButton
                value={count}
                shown={countOf ? formatTime(value, count) : formatNumber(value)}
                about={{ title: label, range, number }}
              />
              {change !== undefined && <small title="Compared with the period before">{formatChange(change)}</small>}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
