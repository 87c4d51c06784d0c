import type { ReportClock, ReportTimes } from '@papercups/contract'
import { BarChart } from '@mantine/charts'
import { ChartSection } from './chart-section.js'
import type { Opened } from './conversations-drawer.js'
import { NumberButton, useOpenRow } from './open-number.js'
import { changeOf, formatChange, formatChartDate, formatDuration, formatTick, formatTime } from './report-formats.js'
import type { ReportRange } from './report-range.js'
import styles from './reporting.module.css'

type Times = ReportTimes['first_reply']
type Week = Times['weeks'][number]

interface InRange {
  times: ReportTimes
  range: ReportRange
  clock: ReportClock
}

interface Props extends Omit<InRange, 'times'> {
  title: string
  lead: string
  number: 'first_reply' | 'next_reply' | 'resolution'
  times: Times
}

function DurationSection({ title, lead, number, range, clock, times }: Props) {
  const { count, average, median, percentiles, weeks } = times
  const rows = weeks.map((week, at) => ({
    ...week,
    id: week.start_date,
    week: `${formatChartDate(week.start_date)} – ${formatChartDate(week.end_date)}`,
    change: week.count === 0 ? undefined : changeOf(week.average, weeks[at + 1]?.average),
  }))
  const oldestFirst = rows.toReversed()
  const about = (week: (typeof rows)[number]): Opened => ({
    ...{ title: `${title}: ${week.week}`, range: within(range, week), number, clock },
  })
  const barProps = useOpenRow(oldestFirst, about)
  const opensAll = (seconds: number) => (
    <NumberButton value={count} shown={formatDuration(seconds)} about={{ title, range, number, clock }} />
  )
  const opensWeek = (week: (typeof rows)[number], seconds: number) => (
    <NumberButton value={week.count} shown={formatTime(seconds, week.count)} about={about(week)} />
  )
  return (
    <ChartSection
      {...{ title, rows, isEmpty: count === 0 }}
      lead={
        <>
          {lead}{' '}
          {count > 0 && (
            <>
              Average {opensAll(average)}, median {opensAll(median)}.{' '}
            </>
          )}
          {(count > 0 ? ([75, 90, 95] as const) : []).map((share) => (
            <span key={share}>
              {share}% within{' '}
              <NumberButton
                value={count}
                shown={formatDuration(percentiles[`p${share}`])}
                about={{
                  title: `${title}: ${formatDuration(percentiles[`p${share}`])} and longer`,
                  range,
                  number,
                  clock,
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
          render: (week) => opensWeek(week, week.average),
        },
        { title: 'Median', text: (week) => week.median, render: (week) => opensWeek(week, week.median) },
        {
          title: 'Change',
          text: ({ change }) => (change === undefined ? '' : change.toFixed(2)),
          render: ({ change }) => <Change percent={change} />,
        },
      ]}
      chart={
        <BarChart
          {...{ h: 220, dataKey: 'label', withLegend: true, valueFormatter: formatDuration, maxBarWidth: 28 }}
          data={oldestFirst.map(({ start_date, ...week }) => ({
            label: formatChartDate(start_date),
            Average: Math.round(week.average),
            Median: Math.round(week.median),
          }))}
          series={[
            { name: 'Average', color: 'accent.5' },
            { name: 'Median', color: 'teal.6' },
          ]}
          yAxisProps={{ tickFormatter: formatTick }}
          barProps={barProps}
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
  const text = formatChange(percent)
  if (text === formatChange(0)) return text
  return <span className={percent < 0 ? styles.better : styles.worse}>{text}</span>
}

export const FirstReplies = ({ times, ...props }: InRange) => (
  <DurationSection
    {...{ ...props, number: 'first_reply', times: times.first_reply }}
    title="Time to first reply"
    lead="From the start of a conversation to the first reply of the team."
  />
)

export const NextReplies = ({ times, ...props }: InRange) => (
  <DurationSection
    {...{ ...props, number: 'next_reply', times: times.next_reply }}
    title="Time to next reply"
    lead="From the first message that waits for an answer to the next reply, by the day of the reply."
  />
)

export const Resolutions = ({ times, ...props }: InRange) => (
  <DurationSection
    {...{ ...props, number: 'resolution', times: times.resolution }}
    title="Time to resolution"
    lead="From the start of a conversation until it was closed."
  />
)
