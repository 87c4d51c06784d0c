import type { Report, ReportTimes } from '@papercups/contract'
import { BarChart } from '@mantine/charts'
import { ChartSection, type TableColumn } from './chart-section.js'
import type { Opened } from './conversations-drawer.js'
import { NumberButton, useOpenRow } from './open-number.js'
import { formatTime, shorten } from './report-formats.js'
import type { ReportRange } from './report-range.js'

interface Props {
  report: Report
  range: ReportRange
}

const MOST_BARS = 20
const heightOf = (rows: unknown[]) => Math.max(120, Math.min(rows.length, MOST_BARS) * 36 + 60)

type AgentRow = Report['agents'][number] & { id: number; email: string; median: number }

export function Agents({ report, times, range }: Props & { times: ReportTimes }) {
  const medians = new Map(times.agents.map(({ user, median }) => [user.id, median]))
  const rows: AgentRow[] = report.agents.map(({ user, ...agent }) => ({
    ...{ ...agent, user, id: user.id, email: user.email, median: medians.get(user.id) ?? 0 },
  }))
  const barProps = useOpenRow(rows, (row) => ({
    ...{ title: `Replies: ${row.email}`, range, number: 'replies', user_id: row.id },
  }))
  const opens = (title: string, number: Opened['number'], count: (row: AgentRow) => number): TableColumn<AgentRow> => ({
    title,
    text: count,
    render: (row) => (
      <NumberButton value={count(row)} about={{ title: `${title}: ${row.email}`, range, number, user_id: row.id }} />
    ),
  })
  return (
    <ChartSection
      title="Agents"
      lead="A conversation is handled by an agent on the day of their first reply in it. The first reply is the median time until an agent was the first to reply."
      isEmpty={rows.length === 0}
      rows={rows}
      columns={[
        { title: 'Agent', width: '34%', text: ({ email }) => email, render: ({ email }) => email },
        opens('Handled', 'handled', ({ handled }) => handled),
        opens('Replies', 'replies', ({ replies }) => replies),
        {
          title: 'First reply',
          text: (row) => (row.first_replies === 0 ? '' : row.median),
          render: (row) => (
            <NumberButton
              value={row.first_replies}
              shown={formatTime(row.median, row.first_replies)}
              about={{ title: `First to reply: ${row.email}`, range, number: 'answered_first', user_id: row.id }}
            />
          ),
        },
      ]}
      chart={
        <BarChart
          {...{ dataKey: 'email', orientation: 'vertical', maxBarWidth: 20, withLegend: true, h: heightOf(rows) }}
          data={rows
            .slice(0, MOST_BARS)
            .map((row) => ({ email: row.email, Handled: row.handled, Replies: row.replies }))}
          series={[
            { name: 'Handled', color: 'teal.6' },
            { name: 'Replies', color: 'accent.5' },
          ]}
          yAxisProps={{ width: 148, tickFormatter: shorten }}
          xAxisProps={{ allowDecimals: false }}
          barProps={barProps}
          barChartProps={{ accessibilityLayer: false }}
        />
      }
    />
  )
}

export function ConversationsByTag({ report, range }: Props) {
  const rows = report.conversations_by_tag.map(({ tag, count }) => ({ ...tag, Conversations: count }))
  const about = ({ id, name }: { id: string; name: string }): Opened => ({
    ...{ title: `Tag: ${name}`, range, number: 'conversations', tagged: id },
  })
  const barProps = useOpenRow(rows, about)
  return (
    <ChartSection
      title="New conversations by tag"
      lead="A conversation with two tags counts for both."
      isEmpty={rows.length === 0}
      rows={rows}
      columns={[
        { title: 'Tag', text: ({ name }) => name, render: ({ name }) => name },
        {
          title: 'Conversations',
          width: '35%',
          text: ({ Conversations }) => Conversations,
          render: (row) => <NumberButton value={row.Conversations} about={about(row)} />,
        },
      ]}
      chart={
        <BarChart
          {...{ data: rows.slice(0, MOST_BARS), dataKey: 'name', orientation: 'vertical', maxBarWidth: 28 }}
          h={heightOf(rows)}
          series={[{ name: 'Conversations', color: 'teal.6' }]}
          yAxisProps={{ width: 148, tickFormatter: shorten }}
          xAxisProps={{ allowDecimals: false }}
          barProps={barProps}
          barChartProps={{ accessibilityLayer: false }}
        />
      }
    />
  )
}
