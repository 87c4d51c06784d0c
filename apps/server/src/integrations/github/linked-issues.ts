import type { Account } from '../../platform/account.js'
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
