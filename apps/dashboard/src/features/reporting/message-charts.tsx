import type { Report } from '@papercups/contract'
import { AreaChart, BarChart } from '@mantine/charts'
import type { Opened } from './conversations-drawer.js'
import { ChartSection } from './chart-section.js'
import { NumberButton, useOpenRow } from './open-number.js'
import { formatChartDate, formatNumber, formatWeekday, shorten } from './report-formats.js'
import type { ReportRange } from './report-range.js'

const HEIGHT = 220
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
/** Tab must not stop at a chart: its table has the numbers. */
const quiet = { accessibilityLayer: false }
/** There is no half message. */
const counts = { allowDecimals: false } as const
const axis = { h: HEIGHT, valueFormatter: formatNumber, withDots: false } as const

interface ByDate {
  id: string
  date: string
}

const dateColumn = { title: 'Date', text: ({ id }: ByDate) => id, render: ({ id }: ByDate) => id }

/** One or two counts for each day. A single day is drawn as bars, because an area needs two. */
interface Series {
  name: string
  number: Opened['number']
  color: string
  list: DateCount[]
}

function DateChart({ title, lead, series }: { title: string; lead?: string; series: Series[] }) {
  const rows = (series[0]?.list ?? []).map(({ date }, at) => ({
    id: date,
    date: formatChartDate(date),
    ...Object.fromEntries(series.map(({ name, list }) => [name, list[at]?.count ?? 0])),
  }))
  const countOf = (row: ByDate, name: string) => Number((row as unknown as Record<string, unknown>)[name])
  const shown = series.map(({ name, color }) => ({ name, color }))
  const withLegend = series.length > 1
  const barProps = useOpenRow(rows, (row) => ({
    title: `${title}: ${row.date}`,
    range: { from: row.id, to: row.id },
    number: series.length > 1 ? 'messages' : (series[0]?.number ?? 'messages'),
  }))
  const isEmpty = series.every(({ list }) => list.every(({ count }) => count === 0))
  return (
    <ChartSection
      {...{ title, lead, isEmpty }}
      rows={rows}
      columns={[
        dateColumn,
        ...series.map(({ name, number }) => ({
          title: name,
          text: (row: ByDate) => countOf(row, name),
          render: (row: ByDate) => (
            <NumberButton
              value={countOf(row, name)}
              about={{ title: `${name} on ${row.date}`, range: { from: row.id, to: row.id }, number }}
            />
          ),
        })),
      ]}
      chart={
        rows.length === 1 ? (
          <BarChart
            {...{ data: rows, dataKey: 'date', series: shown, withLegend }}
            h={HEIGHT}
            maxBarWidth={48}
            yAxisProps={counts}
            barProps={barProps}
            barChartProps={quiet}
          />
        ) : (
          <AreaChart
            {...{ data: rows, dataKey: 'date', series: shown, withLegend }}
            {...axis}
            curveType="linear"
            yAxisProps={counts}
            areaChartProps={{
              ...quiet,
              onClick: ({ activeIndex }) => barProps.onClick(undefined, Number(activeIndex ?? Number.NaN)),
            }}
          />
        )
      }
    />
  )
}

type DateCount = Report['messages_by_date'][number]

export const MessagesByDate = ({ report }: { report: Report }) => (
  <DateChart
    title="Messages per day"
    series={[{ name: 'Messages', number: 'messages', color: 'accent.5', list: report.messages_by_date }]}
  />
)

export const ConversationsByDate = ({ report }: { report: Report }) => (
  <DateChart
    title="New conversations per day"
    series={[{ name: 'Conversations', number: 'conversations', color: 'teal.6', list: report.conversations_by_date }]}
  />
)

export const OpenConversations = ({ report }: { report: Report }) => (
  <DateChart
    title="Open conversations"
    lead="At the end of each day."
    series={[{ name: 'Open', number: 'open', color: 'grape.6', list: report.open_conversations_by_date }]}
  />
)

export const ReopenedByDate = ({ report }: { report: Report }) => (
  <DateChart
    title="Reopened conversations per day"
    lead="Closed conversations that were opened again, by a customer or by the team."
    series={[{ name: 'Reopened', number: 'reopened', color: 'orange.6', list: report.reopened_conversations_by_date }]}
  />
)

export const SentAndReceived = ({ report }: { report: Report }) => (
  <DateChart
    title="Messages received and sent per day"
    series={[
      { name: 'Received', number: 'received', color: 'accent.5', list: report.received_messages_by_date },
      { name: 'Sent', number: 'sent', color: 'orange.6', list: report.sent_messages_by_date },
    ]}
  />
)

interface InRange {
  report: Report
  range: ReportRange
}

export function MessagesPerUser({ report, range }: InRange) {
  const about = (row: { id: number; email: string }): Opened => ({
    title: `Messages of ${row.email}`,
    range,
    number: 'sent',
    user_id: row.id,
  })
  const rows = report.messages_per_user.map(({ user, count }) => ({ id: user.id, email: user.email, Messages: count }))
  const barProps = useOpenRow(rows, about)
  return (
    <ChartSection
      title="Messages per user"
      isEmpty={rows.length === 0}
      rows={rows}
      columns={[
        { title: 'User', text: ({ email }) => email, render: ({ email }) => email },
        {
          title: 'Messages',
          width: '30%',
          text: ({ Messages }) => Messages,
          render: (row) => <NumberButton value={row.Messages} about={about(row)} />,
        },
      ]}
      chart={
        <BarChart
          {...{ data: rows.slice(0, 20), dataKey: 'email', orientation: 'vertical', maxBarWidth: 28 }}
          h={Math.max(120, Math.min(rows.length, 20) * 36 + 40)}
          series={[{ name: 'Messages', color: 'accent.5' }]}
          yAxisProps={{ width: 148, tickFormatter: shorten }}
          xAxisProps={counts}
          barProps={barProps}
          barChartProps={quiet}
        />
      }
    />
  )
}

export function MessagesByWeekday({ report, range }: InRange) {
  const rows = report.messages_by_weekday.map(({ day, average, total }) => ({
    id: day,
    day: formatWeekday(day),
    Average: Math.round(average * 100) / 100,
    Total: total,
  }))
  const about = ({ id, day }: { id: string; day: string }): Opened => ({
    ...{ title: `Received on ${day}`, range, number: 'received', weekday: WEEKDAYS.indexOf(id) },
  })
  const barProps = useOpenRow(rows, about)
  return (
    <ChartSection
      title="Messages per weekday"
      lead="Messages from customers. The average counts the dates on which somebody wrote."
      isEmpty={rows.every(({ Total }) => Total === 0)}
      rows={rows}
      columns={[
        { title: 'Day', text: ({ day }) => day, render: ({ day }) => day },
        {
          title: 'Average',
          text: ({ Average }) => Average,
          render: (row) => <NumberButton value={row.Total} shown={formatNumber(row.Average)} about={about(row)} />,
        },
        {
          title: 'Total',
          text: ({ Total }) => Total,
          render: (row) => <NumberButton value={row.Total} about={about(row)} />,
        },
      ]}
      chart={
        <BarChart
          {...{ data: rows, dataKey: 'day', h: HEIGHT, withLegend: true, valueFormatter: formatNumber }}
          series={[
            { name: 'Average', color: 'accent.5' },
            { name: 'Total', color: 'teal.6' },
          ]}
          barProps={barProps}
          barChartProps={quiet}
        />
      }
    />
  )
}
