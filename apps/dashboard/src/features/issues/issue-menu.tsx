import type { Issue, IssueState } from '@papercups/contract'
import { Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDots } from '@tabler/icons-react'
import { Link } from 'react-router'
import { describeError } from '../../lib/api-error.js'
import { env } from '../../lib/env.js'
import { IconButton } from '../../ui/icon-button.js'
import { readGithubIssue } from './github-issue.js'
import { useMoveIssue } from './issues-query.js'

/** The states an issue can be moved to, each with the states that do not offer it. */
const MOVES: Array<{ to: IssueState; unless: IssueState[] }> = [
  { to: 'done', unless: ['done'] },
  { to: 'closed', unless: ['closed'] },
  { to: 'unstarted', unless: ['unstarted', 'in_progress'] },
]

export function IssueMenu({ issue: { id, title, state, github_issue_url } }: { issue: Issue }) {
  const move = useMoveIssue()
  const github = readGithubIssue(github_issue_url, env.github_host)
  const moveTo = (to: IssueState) =>
    move.mutate(
      { id, state: to },
      {
        onError: (error) =>
          notifications.show({ color: 'red', title: 'The issue was not moved', message: describeError(error) }),
      },
    )
  return (
    <Menu position="bottom-end" withinPortal={false} floatingStrategy="fixed">
      <Menu.Target>
        <IconButton label={`Actions for ${title}`}>
          <IconDots size={18} stroke={1.75} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={`/issues/${id}`}>
          View details
        </Menu.Item>
        {github && (
          <Menu.Item component="a" href={github.href} target="_blank" rel="noopener noreferrer">
            View on GitHub
          </Menu.Item>
        )}
        {MOVES.filter(({ unless }) => !unless.includes(state)).map(({ to }) => (
          <Menu.Item key={to} onClick={() => moveTo(to)}>
            Move to {to}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
