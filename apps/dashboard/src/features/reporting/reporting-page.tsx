import '@mantine/core/styles/ColorSwatch.layer.css'
import '@mantine/charts/styles.layer.css'
import type { AccountDetails, Report, ReportClock, ReportTimes } from '@papercups/contract'
import { Button, SegmentedControl, Tabs } from '@mantine/core'
import { IconFileDownload } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { accountQuery } from '../../entities/user/me.js'
import { saveFile } from '../../lib/save-file.js'
import { LoadFailure, Page, SectionSkeletons } from '../../ui/page.js'
import { useDialog } from '../../ui/dialogs/use-dialog.js'
import { behind, ConversationsDrawer, isOfTimes, type Opened } from './conversations-drawer.js'
import { CustomersByBrowser, CustomersByOs, CustomersByTimeZone } from './customer-charts.js'
import { FirstReplies, NextReplies, Resolutions } from './duration-section.js'
import { FilterBar } from './filter-bar.js'
import { FloorView } from './floor.js'
import { HeatMap } from './heat-map.js'
import {
  ConversationsByDate,
  MessagesByDate,
  MessagesByWeekday,
  MessagesPerUser,
  OpenConversations,
  ReopenedByDate,
  SentAndReceived,
} from './message-charts.js'
import { Agents, ConversationsByTag } from './people-charts.js'
import { OpenNumber } from './open-number.js'
import { RangePicker } from './range-picker.js'
import { filtersIn, type Filters } from './report-filters.js'
import { reportQuery, timesQuery } from './report-query.js'
import { exportName, rangeBefore, rangeIn, todayIn, type ReportRange } from './report-range.js'
import { SatisfactionSections } from './satisfaction-section.js'
import { Summary } from './summary.js'
import styles from './reporting.module.css'

export function ReportingPage() {
  const { data: account, error, refetch } = useQuery(accountQuery)
  if (account) return <Reporting account={account} />
  return (
    <Page title="Reporting" wide>
      {error ? (
        <LoadFailure title="Error retrieving the account" error={error} retry={refetch} />
      ) : (
        <SectionSkeletons heights={[80, 300, 300]} />
      )}
    </Page>
  )
}

/** Days are those of the account, so its time zone is needed before the first range. */
function Reporting({ account }: { account: AccountDetails }) {
  const [search, setSearch] = useSearchParams()
  const view = search.get('view') === 'live' ? 'live' : 'report'
  const choose = (name: string | null) => setSearch(name === 'live' ? { view: 'live' } : {}, { replace: true })
  const { time_zone } = account
  const zone = `A day ends at midnight in the time zone ${time_zone ?? 'UTC'}.`
  return (
    <Page wide title="Reporting" lead={view === 'report' ? zone : 'Open conversations at this moment.'}>
      <Tabs value={view} keepMounted={false} onChange={choose}>
        <Tabs.List mb="md">
          <Tabs.Tab value="report">Report</Tabs.Tab>
          <Tabs.Tab value="live">Live</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="report" className={styles.panel ?? ''}>
          <ReportView account={account} />
        </Tabs.Panel>
        <Tabs.Panel value="live" className={styles.panel ?? ''}>
          <FloorView />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}

function ReportView({ account: { time_zone, working_hours } }: { account: AccountDetails }) {
  const [search, setSearch] = useSearchParams()
  const today = todayIn(time_zone)
  const hasHours = time_zone !== null && working_hours.length > 0
  // Not only in the URL: it changes later than the fields, and a second change would start from the old range.
  const [range, setRange] = useState(() => rangeIn(search, today))
  const [filters, setFilters] = useState(() => filtersIn(search))
  const [clock, setClock] = useState<ReportClock>(() => (search.get('clock') === 'working' ? 'working' : 'wall'))
  const fresh = { placeholderData: keepPreviousData, refetchOnMount: 'always' as const }
  const { data: report, isPlaceholderData, ...reportState } = useQuery({ ...reportQuery(range, filters), ...fresh })
  const { data: times, ...timesState } = useQuery({ ...timesQuery(range, filters, clock), ...fresh })
  const enabled = report !== undefined && times !== undefined
  const earlier = rangeBefore(range)
  const { data: reportBefore } = useQuery({ ...reportQuery(earlier, filters), enabled })
  const { data: timesBefore } = useQuery({ ...timesQuery(earlier, filters, clock), enabled })
  const before = reportBefore && timesBefore && { report: reportBefore, times: timesBefore }
  const [about, setAbout] = useState<Opened>()
  const drawer = useDialog()
  const open = (opened: Opened) => {
    setAbout({ ...opened, filters })
    drawer.open()
  }
  const show = (range: ReportRange, filters: Filters, clock: ReportClock) => {
    setRange(range)
    setFilters(filters)
    setClock(clock)
    const chosen = Object.entries(filters).filter(([, value]) => value !== undefined)
    const more: Array<[string, string]> = clock === 'working' ? [['clock', clock]] : []
    setSearch({ from: range.from, to: range.to, ...Object.fromEntries([...chosen, ...more]) }, { replace: true })
  }
  const error = reportState.error ?? timesState.error
  const retry = () => Promise.all([reportState.refetch(), timesState.refetch()])
  return (
    <>
      <RangePicker {...{ range, today }} onChange={(range) => show(range, filters, clock)} />
      <FilterBar filters={filters} onChange={(filters) => show(range, filters, clock)} />
      <div className={styles.picker}>
        <ClockSwitch {...{ clock, hasHours }} onChange={(clock) => show(range, filters, clock)} />
        <Button
          variant="default"
          leftSection={<IconFileDownload size={16} />}
          disabled={!report || isPlaceholderData}
          onClick={() => saveFile(exportName(range), JSON.stringify(report, null, 2))}
        >
          Export as JSON
        </Button>
      </div>
      {error ? (
        <LoadFailure title="Error retrieving the report" error={error} retry={retry} />
      ) : report && times ? (
        <OpenNumber value={open}>
          <Summary {...{ totals: { report, times }, before, range, clock }} />
          <div className={styles.grid} aria-busy={isPlaceholderData}>
            <Charts {...{ report, times, range, clock }} />
            <SatisfactionSections {...{ range, filters }} />
          </div>
        </OpenNumber>
      ) : (
        <SectionSkeletons heights={[300, 300, 300]} />
      )}
      {about && drawer.mounted && (
        <ConversationsDrawer
          {...{ opened: drawer.opened, title: about.title, list: behind(about), isTimed: isOfTimes(about) }}
          onClose={drawer.close}
        />
      )}
    </>
  )
}

const CLOCKS: Array<{ value: ReportClock; label: string }> = [
  { value: 'wall', label: 'All hours' },
  { value: 'working', label: 'Working hours' },
]

interface ClockProps {
  clock: ReportClock
  hasHours: boolean
  onChange: (clock: ReportClock) => void
}

function ClockSwitch({ clock, hasHours, onChange }: ClockProps) {
  if (!hasHours)
    return <p className={styles.hint}>Times count all hours. Set a time zone and working hours to count only those.</p>
  return (
    <SegmentedControl
      {...{ size: 'xs', data: CLOCKS, value: clock }}
      aria-label="Hours that count in times"
      onChange={(value) => onChange(value as ReportClock)}
    />
  )
}

interface ChartsProps {
  report: Report
  times: ReportTimes
  range: ReportRange
  clock: ReportClock
}

function Charts({ report, times, range, clock }: ChartsProps) {
  return (
    <>
      <MessagesByDate report={report} />
      <ConversationsByDate report={report} />
      <SentAndReceived report={report} />
      <MessagesByWeekday {...{ report, range }} />
      <OpenConversations report={report} />
      <ReopenedByDate report={report} />
      <FirstReplies {...{ times, range, clock }} />
      <NextReplies {...{ times, range, clock }} />
      <Resolutions {...{ times, range, clock }} />
      <HeatMap {...{ report, range }} />
      <MessagesPerUser {...{ report, range }} />
      <Agents {...{ report, times, range }} />
      <ConversationsByTag {...{ report, range }} />
      <CustomersByBrowser {...{ report, range }} />
      <CustomersByOs {...{ report, range }} />
      <CustomersByTimeZone {...{ report, range }} />
    </>
  )
}
