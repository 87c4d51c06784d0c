import type { Customer, Issue } from '@papercups/contract'
import { Button, CloseButton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { describeError } from '../../lib/api-error.js'
import { useTopic } from '../../lib/use-topic.js'
import { useDialog } from '../../ui/dialogs/use-dialog.js'
import { IssueDialog } from './issue-dialog.js'
import { IssueStateBadge } from './issue-state.js'
import styles from './issues.module.css'
import { customerIssuesQuery } from './issues-query.js'
import { LinkIssueDialog } from './link-issue-dialog.js'
import { upsert, useLinks } from './use-links.js'

/** The issues linked to a customer, without a heading. */
export function CustomerIssues({ customer: { id } }: { customer: Pick<Customer, 'id'> }) {
  const cache = useQueryClient()
  const { data: issues, error, refetch } = useQuery(customerIssuesQuery(id))
  const { link } = useLinks()
  const [linking, creating] = [useDialog(), useDialog()]
  const show = (issue: Issue) => cache.setQueryData(customerIssuesQuery(id).queryKey, (issues) => upsert(issues, issue))
  useTopic(`issue:lobby:${id}`, { 'issue:created': show, 'issue:updated': show })

  function linkNew({ id: issue_id }: Issue) {
    creating.close()
    link.mutate(
      { issue_id, customer_id: id },
      {
        onError: (error) =>
          notifications.show({ color: 'red', title: 'The new issue was not linked', message: describeError(error) }),
      },
    )
  }
  return (
    <div className={styles.linked}>
      {issues ? (
        <LinkedIssues customer_id={id} issues={issues} />
      ) : error ? (
        <p className={styles.none}>
          The issues could not be loaded.{' '}
          <Button size="compact-xs" variant="subtle" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      ) : (
        <p className={styles.none} aria-busy="true">
          Loading issues…
        </p>
      )}
      <div className={styles.actions}>
        <Button size="compact-sm" variant="default" onClick={linking.open}>
          Link issue
        </Button>
        <Button size="compact-sm" variant="default" onClick={creating.open}>
          New issue
        </Button>
      </div>
      {linking.mounted && <LinkIssueDialog customer_id={id} opened={linking.opened} onClose={linking.close} />}
      {creating.mounted && <IssueDialog opened={creating.opened} onSaved={linkNew} onClose={creating.close} />}
    </div>
  )
}

function LinkedIssues({ customer_id, issues }: { customer_id: string; issues: Issue[] }) {
  const { unlink } = useLinks()
  if (issues.length === 0) return <p className={styles.none}>No issues linked yet.</p>
  return (
    <ul className={styles.issues} aria-label="Issues">
      {issues.map((issue) => (
        <li key={issue.id}>
          <Link to={`/issues/${issue.id}`} dir="auto">
            {issue.title}
          </Link>
          <IssueStateBadge state={issue.state} />
          <CloseButton
            size={20}
            aria-label={`Unlink ${issue.title}`}
            disabled={unlink.isPending}
            onClick={() => unlink.mutate({ issue_id: issue.id, customer_id })}
          />
        </li>
      ))}
    </ul>
  )
}
