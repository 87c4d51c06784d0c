import type { Issue } from '@papercups/contract'
import { useId } from 'react'
import { Link } from 'react-router'
import { formatAgo } from '../../lib/format.js'
import { useNow } from '../../lib/use-now.js'
import { RowTable, type Column } from '../../ui/row-table.js'
import { IssueMenu } from './issue-menu.js'
import { IssueStateBadge } from './issue-state.js'
import styles from './issues.module.css'

const SECTIONS = [
  {
    title: 'Recently done',
    lead: 'The customers have not been notified yet.',
    none: 'No finished issues to tell customers about.',
    holds: ({ state }: Issue) => state === 'done',
  },
  {
    title: 'Unfinished',
    lead: 'These are not done yet.',
    none: 'No unfinished issues.',
    holds: ({ state }: Issue) => state !== 'done' && state !== 'closed',
  },
  {
    title: 'Closed',
    lead: 'The customers have been notified.',
    none: 'No closed issues yet.',
    holds: ({ state }: Issue) => state === 'closed',
  },
]

export function IssueSections({ issues }: { issues: Issue[] }) {
  return SECTIONS.map(({ holds, ...section }) => (
    <IssueSection key={section.title} {...section} issues={issues.filter(holds)} />
  ))
}

interface Props {
  title: string
  lead: string
  none: string
  issues: Issue[]
}

function IssueSection({ title, lead, none, issues }: Props) {
  const id = useId()
  const now = useNow()
  const columns: Array<Column<Issue>> = [
    {
      title: 'Title',
      look: 'name',
      render: (issue) => (
        <Link to={`/issues/${issue.id}`} className={styles.title} dir="auto">
          {issue.title}
        </Link>
      ),
    },
    { title: 'Status', width: '112px', render: ({ state }) => <IssueStateBadge state={state} /> },
    {
      title: 'Updated',
      look: 'quiet',
      roomy: true,
      width: '22%',
      render: ({ updated_at }) => formatAgo(updated_at, now),
    },
    { title: 'Actions', look: 'actions', render: (issue) => <IssueMenu issue={issue} /> },
  ]
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className={styles.none}>{issues.length > 0 ? lead : none}</p>
      {issues.length > 0 && <RowTable label={title} columns={columns} rows={issues} />}
    </section>
  )
}
