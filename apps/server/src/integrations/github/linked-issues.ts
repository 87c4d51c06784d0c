import type { Account } from '../../platform/account.js'
import { defineStatement } from '../../platform/statement.js'
import type { GithubIssue } from './github-issue.js'

/** Oldest first. By GitHub's id, too, because the repository may have another name now. */
export function findLinkedIssues(account: Account, { id, html_url }: Pick<GithubIssue, 'id' | 'html_url'>) {
  const linked = account.from('issues').select('id').where('github_issue_url', 'is not', null)
  return linked
    .where((is) => is.or([is('github_issue_id', '=', String(id)), is('github_issue_url', '=', html_url)]))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** What GitHub has now. It is compared with what GitHub has later. */
export async function setGithubState(
  account: Account,
  issue_id: string,
  { id, state }: Pick<GithubIssue, 'id' | 'state'>,
) {
  const changes = { github_issue_id: String(id), github_state: state }
  await account.update('issues').set(changes).where('id', '=', issue_id).execute()
}

/** Null: both sides have the same state. The issue's page shows it at once. */
export async function setGithubFailure(account: Account, issue_id: string, failure: string | null) {
  await account.transaction(async (account) => {
    const rows = await account.run(writeFailure, issue_id, failure)
    if (rows.length === 0) return
    const logged = { issue_id, changed: ['github_failure'] }
    await account.emit('issue:updated', { issue_id }, logged, null)
  })
}

const writeFailure = defineStatement<{ id: string }>(
  'github.write-failure',
  `update issues set github_failure = $3
   where account_id = $1 and id = $2 and github_failure is distinct from $3 returning id`,
)
