import type { Report } from '@papercups/contract'
import { BarChart } from '@mantine/charts'
import { ChartSection } from './chart-section.js'
import { NumberButton } from './open-number.js'
import { changeOf, formatChange, formatChartDate, formatDuration, formatTick, formatTime } from './report-formats.js'
import type { ReportRange } from './report-range.js'
import styles from './reporting.module.css'

interface Week {
  start_date: string
  end_date: string
  count: number
  average: number
  median: number
}

interface Props {
  title: string
  lead: string
  count: number
  average: number
  median: number
  percentiles: Report['first_reply_percentiles']
  number: 'first_reply' | 'resolution'
  range: ReportRange
  /** Newest first. */
  weeks: Week[]
}

function DurationSection({ title, lead, count, average, median, percentiles, number, range, weeks }: Props) {
  const rows = weeks.map((week, at) => ({
    ...week,
    id: week.start_date,
    week: `${formatChartDate(week.start_date)} – ${formatChartDate(week.end_date)}`,
    change: week.count === 0 ? undefined : changeOf(week.average, weeks[at + 1]?.average),
  }))
  return (
    <ChartSection
      {...{ title, rows, isEmpty: count === 0 }}
      lead={
        <>
          {lead}{' '}
          {count > 0 && (
            <>
              Average <strong>{formatDuration(average)}</strong>, median <strong>{formatDuration(median)}</strong>.{' '}
            </>
          )}
          {(count > 0 ? ([75, 90, 95] as const) : []).map((share) => (
            <span key={share}>
              {share} % within{' '}
              <NumberButton
                value={count}
                shown={formatDuration(percentiles[`p${share}`])}
                about={{
                  title: `${title}: ${formatDuration(percentiles[`p${share}`])} and longer`,
                  range,
                  number,
                  at_least: percentiles[`p${share}`],
                }}
              />
              {share === 95 ? '.' : ', '}
            </span>
          ))}
        </>
      }
      columns={[
        { title: 'Week', width: '34%', text: ({ start_date }) => start_date, render: ({ week }) => week },
        {
          title: 'Average',
          text: (week) => week.average,
          render: (week) => (
            <NumberButton
              value={week.count}
              shown={formatTime(week.average, week.count)}
              about={{ title: `${title}: ${week.week}`, range: within(range, week), number }}
            />
          ),
        },
        { title: 'Median', text: (week) => week.median, render: (week) => formatTime(week.median, week.count) },
        {
          title: 'Change',
          text: ({ change }) => (change === undefined ? '' : change.toFixed(2)),
          render: ({ change }) => <Change percent={change} />,
        },
      ]}
      chart={
        <BarChart
          {...{ h: 220, dataKey: 'label', withLegend: true, valueFormatter: formatDuration, maxBarWidth: 28 }}
          data={rows.toReversed().map(({ start_date, ...week }) => ({
            label: formatChartDate(start_date),
            Average: Math.round(week.average),
            Median: Math.round(week.median),
          }))}
          series={[
            { name: 'Average', color: 'accent.5' },
            { name: 'Median', color: 'teal.6' },
          ]}
          yAxisProps={{ tickFormatter: formatTick }}
          barChartProps={{ accessibilityLayer: false }}
        />
      }
    />
  )
}

/** The days of a week that are in the range. */
const within = (range: ReportRange, { start_date, end_date }: Week): ReportRange => ({
  from: start_date < range.from ? range.from : start_date,
  to: end_date > range.to ? range.to : end_date,
})

/** Shorter times are better, so a negative change is green. */
function Change({ percent }: { percent: number | undefined }) {
  if (percent === undefined) return '--'
  return <span className={percent < 0 ? styles.better : styles.worse}>{formatChange(percent)}</span>
}

export const FirstReplies = ({ report, range }: { report: Report; range: ReportRange }) => (
  <DurationSection
    {...{ range, number: 'first_reply', percentiles: report.first_reply_percentiles }}
    title="Time to first reply"
    lead="From the start of a conversation to the first reply of the team."
    count={report.first_reply_count}
    average={report.average_time_to_first_reply}
    median={report.median_time_to_first_reply}
    weeks={report.first_reply_metrics_by_week}
  />
)

export const Resolutions = ({ report, range }: { report: Report; range: ReportRange }) => (
  <DurationSection
    {...{ range, number: 'resolution', percentiles: report.resolution_percentiles }}
    title="Time to resolution"
    lead="From the start of a conversation until it was closed."
    count={report.resolution_count}
    average={report.average_time_to_resolution}
    median={report.median_time_to_resolution}
    weeks={report.resolution_metrics_by_week}
  />
)
