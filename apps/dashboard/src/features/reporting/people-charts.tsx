import type { Report } from '@papercups/contract'
import { BarChart } from '@mantine/charts'
import { ChartSection, type TableColumn } from './chart-section.js'
import type { Opened } from './conversations-drawer.js'
import { NumberButton } from './open-number.js'
import { formatTime, shorten } from './report-formats.js'
import type { ReportRange } from './report-range.js'

interface Props {
  report: Report
  range: ReportRange
}

const MOST_BARS = 20
const heightOf = (rows: unknown[]) => Math.max(120, Math.min(rows.length, MOST_BARS) * 36 + 60)

type AgentRow = Report['agents'][number] & { id: number; email: string }

export function Agents({ report, range }: Props) {
  const rows: AgentRow[] = report.agents.map((agent) => ({ ...agent, id: agent.user.id, email: agent.user.email }))
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
      lead="A conversation is handled by an agent on the day of their first reply in it. The first reply is the average time until an agent was the first to reply."
      isEmpty={rows.length === 0}
      rows={rows}
      columns={[
        { title: 'Agent', width: '34%', text: ({ email }) => email, render: ({ email }) => email },
        opens('Handled', 'handled', ({ handled }) => handled),
        opens('Replies', 'replies', ({ replies }) => replies),
        {
          title: 'First reply',
          text: (row) => (row.first_replies === 0 ? '' : row.average_time_to_first_reply),
          render: (row) => (
            <NumberButton
              value={row.first_replies}
              shown={formatTime(row.average_time_to_first_reply, row.first_replies)}
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
          yAxisProps={{ width: 130, tickFormatter: shorten }}
          xAxisProps={{ allowDecimals: false }}
          barChartProps={{ accessibilityLayer: false }}
        />
      }
    />
  )
}

export function ConversationsByTag({ report, range }: Props) {
  const rows = report.conversations_by_tag.map(({ tag, count }) => ({ ...tag, Conversations: count }))
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
          render: ({ id, name, Conversations }) => (
            <NumberButton
              value={Conversations}
              about={{ title: `Tag: ${name}`, range, number: 'conversations', tagged: id }}
            />
          ),
        },
      ]}
      chart={
        <BarChart
          {...{ data: rows.slice(0, MOST_BARS), dataKey: 'name', orientation: 'vertical', maxBarWidth: 28 }}
          h={heightOf(rows)}
          series={[{ name: 'Conversations', color: 'teal.6' }]}
          yAxisProps={{ width: 130, tickFormatter: shorten }}
          xAxisProps={{ allowDecimals: false }}
          barChartProps={{ accessibilityLayer: false }}
        />
      }
    />
  )
}
