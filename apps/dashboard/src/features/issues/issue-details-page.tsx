import { api } from '../../lib/api.js'
import type { Issue } from '@papercups/contract'
import { Anchor, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { env } from '../../lib/env.js'
import { DeleteButton } from '../../ui/delete-button.js'
import { Fact, Facts } from '../../ui/facts.js'
import { FailedState } from '../../ui/failed-state.js'
import { Markdown } from '../../ui/markdown.js'
import { Page } from '../../ui/page.js'
import { Retrieved } from '../../ui/retrieved.js'
import { Section } from '../../ui/section.js'
import { useDialog } from '../../ui/dialogs/use-dialog.js'
import { useLeave } from '../../ui/dialogs/use-leave.js'
import { readGithubIssue } from './github-issue.js'
import { IssueDialog } from './issue-dialog.js'
import { IssuePeople } from './issue-people.js'
import { IssueStateBadge } from './issue-state.js'
import { issueQuery } from './issues-query.js'

const back = { to: '/issues', label: 'Issues' }

export function IssueDetailsPage() {
  const { issue_id = '' } = useParams()
  const { leaving, leave } = useLeave('/issues')
  return (
    <Retrieved
      query={useQuery(issueQuery(issue_id))}
      title="Issue details"
      failure="Error retrieving issue"
      heights={[160, 240]}
      {...{ back, leaving }}
    >
      {(issue) => <IssueDetails issue={issue} onDeleted={leave} />}
    </Retrieved>
  )
}

function IssueDetails({ issue, onDeleted }: { issue: Issue; onDeleted: () => void }) {
  const editing = useDialog()
  const github = readGithubIssue(issue.github_issue_url, env.github_host)
  return (
    <Page
      title={issue.title.trim() || 'Issue details'}
      back={back}
      actions={
        <>
          <DeleteButton
            thing="issue"
            onDelete={() => api.delete('/issues/:id', { params: { id: issue.id } })}
            onDeleted={onDeleted}
          >
            <p>It will be deleted for your whole team, with its list of customers.</p>
          </DeleteButton>
          <Button onClick={editing.open}>Edit</Button>
        </>
      }
    >
      <Section title="Details">
        {issue.body?.trim() ? <Markdown text={issue.body} /> : <p>No description</p>}
        <Facts>
          <Fact term="Status">
            <IssueStateBadge state={issue.state} />
          </Fact>
          {github && (
            <Fact term="GitHub URL">
              <Anchor inherit href={github.href} target="_blank" rel="noopener noreferrer">
                {github.path}
              </Anchor>
              {issue.github_failure && <NotOnGithub issue={issue} failure={issue.github_failure} />}
            </Fact>
          )}
        </Facts>
      </Section>
      <IssuePeople issue={issue} />
      {editing.mounted && (
        <IssueDialog issue={issue} opened={editing.opened} onSaved={editing.close} onClose={editing.close} />
      )}
    </Page>
  )
}

/** The server clears the failure and sends the status again. A push updates the page. */
const NotOnGithub = ({ issue, failure }: { issue: Issue; failure: string }) => (
  <FailedState atStart retry={() => api.post('/github/sync', { body: { issue_id: issue.id } })}>
    GitHub did not accept the status: {failure}
  </FailedState>
)
