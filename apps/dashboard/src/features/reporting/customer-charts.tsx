import type { Report } from '@papercups/contract'
import { DonutChart } from '@mantine/charts'
import { ChartSection } from './chart-section.js'
import { formatNumber, topShares, type Share } from './report-formats.js'

const COLORS = ['accent.5', 'teal.6', 'orange.6', 'grape.6', 'gray.5']

function Breakdown({ title, name, entries }: { title: string; name: string; entries: Share[] }) {
  const shares = topShares(entries)
  const rows = shares.map((share) => ({ id: share.name, ...share }))
  return (
    <ChartSection
      title={title}
      isEmpty={shares.length === 0}
      rows={rows}
      columns={[
        { title: name, text: (share) => share.name, render: (share) => share.name },
        {
          title: 'Customers',
          width: '35%',
          text: ({ count }) => count,
          render: ({ count }) => formatNumber(count),
        },
      ]}
      chart={
        <DonutChart
          {...{
            withTooltip: true,
            withLegend: true,
            size: 150,
            thickness: 24,
            h: 270,
            mx: 'auto',
            tooltipDataSource: 'segment',
          }}
          data={shares.map(({ name, count }, at) => ({ name, value: count, color: COLORS[at] ?? 'gray.5' }))}
          pieChartProps={{ accessibilityLayer: false }}
          pieProps={{ rootTabIndex: -1 }}
        />
      }
    />
  )
}

export const CustomersByBrowser = ({ report }: { report: Report }) => (
  <Breakdown
    {...{ title: 'Customers by browser', name: 'Browser' }}
    entries={report.customer_breakdown_by_browser.map(({ browser, count }) => ({ name: browser, count }))}
  />
)

export const CustomersByOs = ({ report }: { report: Report }) => (
  <Breakdown
    {...{ title: 'Customers by OS', name: 'OS' }}
    entries={report.customer_breakdown_by_os.map(({ os, count }) => ({ name: os, count }))}
  />
)

export const CustomersByTimeZone = ({ report }: { report: Report }) => (
  <Breakdown
    {...{ title: 'Customers by time zone', name: 'Time zone' }}
    entries={report.customer_breakdown_by_time_zone.map(({ time_zone, count }) => ({ name: time_zone, count }))}
  />
)
