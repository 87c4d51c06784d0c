import type { Satisfaction } from '@papercups/contract'
import { BarChart } from '@mantine/charts'
import { Drawer } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useDialog } from '../../ui/dialogs/use-dialog.js'
import { LoadFailure, SectionSkeletons } from '../../ui/page.js'
import { Section } from '../../ui/section.js'
import { ChartSection } from './chart-section.js'
import { ButtonOf, onBar } from './open-number.js'
import { RatingsList } from './ratings-list.js'
import type { Filters } from './report-filters.js'
import { changeOf, formatChange, formatNumber } from './report-formats.js'
import { rangeBefore, type ReportRange } from './report-range.js'
import { satisfactionQuery, type Rated } from './satisfaction-query.js'

interface Props {
  range: ReportRange
  filters: Filters
}

interface Opened extends Omit<Rated, keyof Props> {
  title: string
}

/** How customers rated closed conversations. */
export function SatisfactionSections({ range, filters }: Props) {
  const query = { ...satisfactionQuery(range, filters), placeholderData: keepPreviousData }
  const { data, error, refetch } = useQuery(query)
  const { data: before } = useQuery({ ...satisfactionQuery(rangeBefore(range), filters), enabled: data !== undefined })
  const [{ title, ...about }, setOpened] = useState<Opened>({ title: '' })
  const drawer = useDialog()
  if (!data && error) return <LoadFailure title="Error retrieving ratings" error={error} retry={refetch} />
  if (!data) return <SectionSkeletons heights={[300]} />
  const open = (opened: Opened) => {
    setOpened(opened)
    drawer.open()
  }
  const number = (value: number, opened: Opened, shown?: string): ReactNode => (
    <ButtonOf {...{ value, shown }} title={opened.title} onClick={() => open(opened)} />
  )
  return (
    <>
      <Scores {...{ report: data, before, number, open }} />
      <PerAgent {...{ report: data, number, open }} />
      <Section title="Comments of customers">
        <RatingsList title="Comments of customers" about={{ range, filters, commented: true }} />
      </Section>
      {drawer.mounted && (
        <Drawer
          {...{ opened: drawer.opened, onClose: drawer.close, title, position: 'right', size: 'lg' }}
          closeButtonProps={{ 'aria-label': 'Close' }}
        >
          <RatingsList title={title} about={{ range, filters, ...about }} />
        </Drawer>
      )}
    </>
  )
}

interface PartProps {
  report: Satisfaction
  /** `shown`: instead of the number itself. */
  number: (value: number, opened: Opened, shown?: string) => ReactNode
  open: (opened: Opened) => void
}

const formatAverage = (average: number | null) => (average === null ? '--' : average.toFixed(2))
const percentOf = (part: number, whole: number) => (whole === 0 ? '--' : `${Math.round((part / whole) * 100)} %`)

/** +0.25, or nothing if one of the periods has no ratings. */
function formatDifference(now: number | null, before: number | null | undefined) {
  if (now === null || before === null || before === undefined) return undefined
  return `${now > before ? '+' : ''}${(now - before).toFixed(2)}`
}

interface ScoresProps extends PartProps {
  /** Of as many days before the range. */
  before: Satisfaction | undefined
}

function Scores({ report: { asked, rated, average, scores }, before, number, open }: ScoresProps) {
  const about = ({ score }: { score: number }): Opened => ({ title: `Rated ${score} of 5`, score })
  const ratings: Opened = { title: 'Ratings', rated: true }
  const difference = formatDifference(average, before?.average)
  const change = changeOf(rated, before?.rated)
  return (
    <ChartSection
      title="Satisfaction"
      lead={
        asked === 0 ? (
          'No customer was asked for a rating.'
        ) : (
          <>
            Average {number(rated, ratings, formatAverage(average))} of 5. {number(rated, ratings)} of{' '}
            {number(asked, { title: 'Conversations that customers were asked to rate' })} closed conversations were
            rated: {number(rated, ratings, percentOf(rated, asked))}.{' '}
            {difference !== undefined && change !== undefined && (
              <>
                Compared with the period before: average {difference}, ratings {formatChange(change)}.
              </>
            )}
          </>
        )
      }
      isEmpty={rated === 0}
      rows={scores.map((row) => ({ ...row, id: row.score }))}
      columns={[
        { title: 'Rating', text: ({ score }) => score, render: ({ score }) => `${score} of 5` },
        {
          title: 'Count',
          text: ({ count }) => count,
          render: ({ score, count }) => number(count, about({ score })),
        },
        {
          title: 'Share',
          text: ({ count }) => (count / rated).toFixed(4),
          render: ({ score, count }) => number(count, about({ score }), percentOf(count, rated)),
        },
      ]}
      chart={
        <BarChart
          {...{ h: 220, dataKey: 'label', maxBarWidth: 48, valueFormatter: formatNumber }}
          data={scores.map(({ score, count }) => ({ label: `${score}`, Ratings: count }))}
          series={[{ name: 'Ratings', color: 'accent.5' }]}
          yAxisProps={{ allowDecimals: false }}
          barProps={onBar(scores, (row) => open(about(row)))}
          barChartProps={{ accessibilityLayer: false }}
        />
      }
    />
  )
}

function PerAgent({ report: { users }, number, open }: PartProps) {
  const about = ({ user }: Satisfaction['users'][number]): Opened => ({
    ...{ title: `Ratings of ${user.email}`, user_id: user.id, rated: true },
  })
  return (
    <ChartSection
      title="Satisfaction per agent"
      lead="A rating counts for the assignee when the conversation was closed, or else for the last person who answered."
      isEmpty={users.every(({ rated }) => rated === 0)}
      rows={users.map((row) => ({ ...row, id: row.user.id }))}
      columns={[
        { title: 'Agent', width: '40%', text: ({ user }) => user.email, render: ({ user }) => user.email },
        {
          title: 'Average',
          text: ({ average }) => average ?? '',
          render: (row) => number(row.rated, about(row), formatAverage(row.average)),
        },
        {
          title: 'Ratings',
          text: ({ rated }) => rated,
          render: (row) => number(row.rated, about(row)),
        },
        {
          title: 'Asked',
          text: ({ asked }) => asked,
          render: ({ user, asked }) => number(asked, { title: `Asked about ${user.email}`, user_id: user.id }),
        },
      ]}
      chart={
        <BarChart
          {...{ h: 220, dataKey: 'label', maxBarWidth: 48, valueFormatter: formatNumber }}
          data={users.map(({ user, average }) => ({ label: user.email, Average: average ?? 0 }))}
          series={[{ name: 'Average', color: 'teal.6' }]}
          yAxisProps={{ domain: [0, 5] }}
          barProps={onBar(users, (row) => open(about(row)))}
          barChartProps={{ accessibilityLayer: false }}
        />
      }
    />
  )
}
