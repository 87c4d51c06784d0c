import type { Account } from '../../platform/account.js'
import { checkInstallation } from './check-installation.js'
import { findLinkedIssues } from './linked-issues.js'
import { syncIssue } from './sync-issue.js'

/** What is stored of an event. It says where something changed, and GitHub is asked for the rest: an event may be late or repeated. */
export interface StoredGithubEvent {
  installation_id: string
  /** Without it, the installation itself changed. */
  issue?: { id: number; html_url: string }
}

export const githubEvents = { id: 'github', take: takeGithubEvent }

async function takeGithubEvent(account: Account, _: unknown, body: Record<string, unknown>) {
  const { installation_id, issue } = body as unknown as StoredGithubEvent
  await account.transaction(async (account) => {
    if (!issue) return account.enqueue(checkInstallation, { installation_id })
    for (const { id } of await findLinkedIssues(account, issue))
      await account.enqueue(syncIssue, { issue_id: id, cause: 'github' })
  })
}
