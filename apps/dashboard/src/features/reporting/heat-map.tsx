import type { Report } from '@papercups/contract'
import type { CSSProperties } from 'react'
import { Section } from '../../ui/section.js'
import { CsvButton, type TableColumn } from './chart-section.js'
import { useOpenNumber } from './open-number.js'
import type { ReportRange } from './report-range.js'
import styles from './reporting.module.css'

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

type Row = { day: string; hours: number[] }
const COLUMNS: Array<Pick<TableColumn<Row>, 'title' | 'text'>> = [
  { title: 'Day', text: ({ day }) => day },
  ...HOURS.map((hour) => ({ title: String(hour), text: ({ hours }: Row) => hours[hour] ?? 0 })),
]

/** When customers write: a table whose cells are coloured by their number. */
export function HeatMap({ report, range }: { report: Report; range: ReportRange }) {
  const most = Math.max(...report.received_by_hour.flat())
  return (
    <Section
      title="Busiest hours"
      lead="Messages from customers by weekday and hour."
      actions={
        most > 0 && (
          <CsvButton
            title="Busiest hours"
            columns={COLUMNS}
            rows={report.received_by_hour.map((hours, day) => ({ day: DAYS[day] ?? '', hours }))}
          />
        )
      }
    >
      {most === 0 ? <p className={styles.empty}>No data in this range</p> : <Hours {...{ report, range, most }} />}
    </Section>
  )
}

function Hours({ report, range, most }: { report: Report; range: ReportRange; most: number }) {
  const open = useOpenNumber()
  return (
    <div className={styles.heat}>
      <table aria-label="Busiest hours">
        <thead>
          <tr>
            <th scope="col">Day</th>
            {HOURS.map((hour) => (
              <th key={hour} scope="col">
                {hour}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {report.received_by_hour.map((hours, day) => (
            <tr key={DAYS[day]}>
              <th scope="row">{DAYS[day]}</th>
              {hours.map((count, hour) => (
                <td
                  key={hour}
                  style={{ '--heat': `${Math.round((count / most) * 70)}%` } as CSSProperties}
                  data-hot={count > 0}
                >
                  {count > 0 ? (
                    <button
                      type="button"
                      onClick={() =>
                        open({
                          title: `Received on ${DAYS[day]} at ${hour}:00`,
                          range,
                          number: 'received',
                          weekday: (day + 1) % 7,
                          hour,
                        })
                      }
                    >
                      {count}
                    </button>
                  ) : (
                    count
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
