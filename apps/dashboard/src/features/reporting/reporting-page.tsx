import '@mantine/core/styles/ColorSwatch.layer.css'
import '@mantine/charts/styles.layer.css'
import type { Report } from '@papercups/contract'
import { Button } from '@mantine/core'
import { IconFileDownload } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { accountQuery } from '../../entities/user/me.js'
import { saveFile } from '../../lib/save-file.js'
import { LoadFailure, Page, SectionSkeletons } from '../../ui/page.js'
import { useDialog } from '../../ui/dialogs/use-dialog.js'
import { ConversationsDrawer, type Opened } from './conversations-drawer.js'
import { CustomersByBrowser, CustomersByOs, CustomersByTimeZone } from './customer-charts.js'
import { FirstReplies, Resolutions } from './duration-section.js'
import { FilterBar } from './filter-bar.js'
import { HeatMap } from './heat-map.js'
import {
  ConversationsByDate,
  MessagesByDate,
  MessagesByWeekday,
  MessagesPerUser,
  SentAndReceived,
} from './message-charts.js'
import { Agents, ConversationsByTag } from './people-charts.js'
import { OpenNumber } from './open-number.js'
import { RangePicker } from './range-picker.js'
import { filtersIn, type Filters } from './report-filters.js'
import { reportQuery } from './report-query.js'
import { exportName, rangeBefore, rangeIn, todayIn, type ReportRange } from './report-range.js'
import { SatisfactionSections } from './satisfaction-section.js'
import { Summary } from './summary.js'
import styles from './reporting.module.css'

export function ReportingPage() {
  const { data: account, error, refetch } = useQuery(accountQuery)
  if (account) return <Reporting time_zone={account.time_zone} />
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
function Reporting({ time_zone }: { time_zone: string | null }) {
  const [search, setSearch] = useSearchParams()
  const today = todayIn(time_zone)
  // Not only in the URL: it changes later than the fields, and a second change would start from the old range.
  const [range, setRange] = useState(() => rangeIn(search, today))
  const [filters, setFilters] = useState(() => filtersIn(search))
  const query = { ...reportQuery(range, filters), placeholderData: keepPreviousData, refetchOnMount: 'always' as const }
  const { data: report, error, isPlaceholderData, refetch } = useQuery(query)
  const { data: before } = useQuery({ ...reportQuery(rangeBefore(range), filters), enabled: report !== undefined })
  const [about, setAbout] = useState<Opened>()
  const drawer = useDialog()
  const open = (opened: Opened) => {
    setAbout({ ...opened, filters })
    drawer.open()
  }
  const show = (range: ReportRange, filters: Filters) => {
    setRange(range)
    setFilters(filters)
    const chosen = Object.entries(filters).filter(([, value]) => value !== undefined)
    setSearch({ from: range.from, to: range.to, ...Object.fromEntries(chosen) }, { replace: true })
  }
  return (
    <Page
      wide
      title="Reporting"
      lead={`A day ends at midnight in the time zone ${time_zone ?? 'UTC'}.`}
      actions={
        <Button
          variant="default"
          leftSection={<IconFileDownload size={16} />}
          disabled={!report || isPlaceholderData}
          onClick={() => saveFile(exportName(range), JSON.stringify(report, null, 2))}
        >
          Export as JSON
        </Button>
      }
    >
      <RangePicker {...{ range, today }} onChange={(range) => show(range, filters)} />
      <FilterBar filters={filters} onChange={(filters) => show(range, filters)} />
      {error ? (
        <LoadFailure title="Error retrieving the report" error={error} retry={refetch} />
      ) : report ? (
        <OpenNumber value={open}>
          <Summary {...{ report, before, range }} />
          <div className={styles.grid} aria-busy={isPlaceholderData}>
            <Charts {...{ report, range }} />
            <SatisfactionSections {...{ range, filters }} />
          </div>
        </OpenNumber>
      ) : (
        <SectionSkeletons heights={[300, 300, 300]} />
      )}
      {about && drawer.mounted && <ConversationsDrawer opened={drawer.opened} about={about} onClose={drawer.close} />}
    </Page>
  )
}

function Charts({ report, range }: { report: Report; range: ReportRange }) {
  return (
    <>
      <MessagesByDate report={report} />
      <ConversationsByDate report={report} />
      <SentAndReceived report={report} />
      <MessagesByWeekday {...{ report, range }} />
      <FirstReplies {...{ report, range }} />
      <Resolutions {...{ report, range }} />
      <HeatMap {...{ report, range }} />
      <MessagesPerUser {...{ report, range }} />
      <Agents {...{ report, range }} />
      <ConversationsByTag {...{ report, range }} />
      <CustomersByBrowser {...{ report, range }} />
      <CustomersByOs {...{ report, range }} />
      <CustomersByTimeZone {...{ report, range }} />
    </>
  )
}
