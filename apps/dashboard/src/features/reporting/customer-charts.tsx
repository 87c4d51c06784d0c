import type { Report } from '@papercups/contract'
import { DonutChart } from '@mantine/charts'
import { ChartSection } from './chart-section.js'
import type { Opened } from './conversations-drawer.js'
import { NumberButton, useOpenNumber } from './open-number.js'
import { topShares, type Share } from './report-formats.js'
import type { ReportRange } from './report-range.js'

const COLORS = ['accent.5', 'teal.6', 'orange.6', 'grape.6', 'gray.5']

interface Props {
  title: string
  name: string
  field: NonNullable<Opened['field']>
  entries: Share[]
  range: ReportRange
}

function Breakdown({ title, name, field, entries, range }: Props) {
  const shares = topShares(entries)
  const about = (share: Share): Opened => ({
    ...{ title: `${title}: ${share.name}`, range, number: 'customers', field },
    ...(share.isRest
      ? { except: shares.flatMap(({ name, isRest }) => (isRest ? [] : [name])) }
      : { value: share.name }),
  })
  // A browser may be named like the rest.
  const rows = shares.map((share) => ({ id: share.isRest ? 'rest' : `value ${share.name}`, ...share }))
  const open = useOpenNumber()
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
          render: (share) => <NumberButton value={share.count} about={about(share)} />,
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
          pieProps={{
            rootTabIndex: -1,
            onClick: (_, at) => {
              const share = shares[at]
              if (share) open(about(share))
            },
          }}
        />
      }
    />
  )
}

interface InRange {
  report: Report
  range: ReportRange
}

export const CustomersByBrowser = ({ report, range }: InRange) => (
  <Breakdown
    {...{ title: 'Customers by browser', name: 'Browser', field: 'browser', range }}
    entries={report.customer_breakdown_by_browser.map(({ browser, count }) => ({ name: browser, count }))}
  />
)

export const CustomersByOs = ({ report, range }: InRange) => (
  <Breakdown
    {...{ title: 'Customers by OS', name: 'OS', field: 'os', range }}
    entries={report.customer_breakdown_by_os.map(({ os, count }) => ({ name: os, count }))}
  />
)

export const CustomersByTimeZone = ({ report, range }: InRange) => (
  <Breakdown
    {...{ title: 'Customers by time zone', name: 'Time zone', field: 'time_zone', range }}
    entries={report.customer_breakdown_by_time_zone.map(({ time_zone, count }) => ({ name: time_zone, count }))}
  />
)
