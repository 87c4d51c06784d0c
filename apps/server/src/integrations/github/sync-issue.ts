import { randomUUID } from 'node:crypto'
import { Uuid } from '@papercups/contract'
import { Type, type Static } from 'typebox'
import { ServiceError } from '../../features/channels/chat-services/chat-service.js'
import { updateIssue } from '../../features/people/issues/save-issue.js'
import type { Account, AccountTransaction } from '../../platform/account.js'
import { defineJob, type Job, type LaterReaction } from '../../platform/feature.js'
import type { Platform } from '../../platform/platform.js'
import {
  isOpen,
  isSameIssue,
  issuePath,
  readGithubIssue,
  readIssueUrl,
  toState,
  type GithubIssue,
} from './github-issue.js'
import { setGithubFailure, setGithubState } from './linked-issues.js'
import { noteCustomers } from './note-customers.js'
import { openGithub } from './open-github.js'
import { Attempts, obeyLimits } from './obey-limits.js'

/** GitHub answers 5,000 calls an hour. */
const MAX_SYNCED = 500

const Input = Type.Object({
  issue_id: Uuid,
  /** A user linked the issue or changed its state here, or GitHub reported a change. */
  cause: Type.Union([Type.Literal('link'), Type.Literal('user'), Type.Literal('github')]),
  ...Attempts,
})
type Input = Static<typeof Input>

/**
 * Brings both sides to the same state. What an event says may be old, so GitHub is always asked. `github_state` is what both
 * sides had before, so it shows which side changed. Both sides know only open and closed, so they cannot contradict each other.
 */
export const syncIssue: Job<typeof Input> = defineJob({
  name: 'github.sync-issue',
  input: Input,
  key: ({ issue_id }) => issue_id,
  run: (account, input, platform) =>
    obeyLimits(
      account,
      syncIssue,
      input,
      () => sync(account, platform, input),
      async ({ message }) => {
        // Nobody waits for the others: GitHub reports the next change itself.
        if (input.cause === 'user') await setGithubFailure(account, input.issue_id, message)
      },
    ),
})

async function sync(account: Account, platform: Platform, input: Input) {
  const issues = account.from('issues').select('github_issue_url').where('id', '=', input.issue_id)
  const url = (await issues.executeTakeFirst())?.github_issue_url ?? ''
  const place = readIssueUrl(platform, url)
  const github = place && (await openGithub(platform, account))
  const found = github && (await readGithubIssue(github, place))
  if (github && !found) throw new ServiceError('refused', 'The app sees no issue at this URL')
  const wanted = found && (await account.transaction((account) => follow(platform, account, input, url, found)))
  if (wanted) {
    // The repository may have another name now.
    await github.call('PATCH', issuePath(readIssueUrl(platform, found.html_url) ?? place), { state: wanted })
    await setGithubState(account, input.issue_id, { id: found.id, state: wanted })
  }
  if (found) await setGithubFailure(account, input.issue_id, null)
}

/** Takes over what changed on GitHub. Returns the state that GitHub should get, if a user changed it here. */
async function follow(
  platform: Platform,
  account: AccountTransaction,
  { issue_id, cause }: Input,
  url: string,
  found: GithubIssue,
) {
  const rows = account.from('issues').select(['state', 'github_issue_url', 'github_issue_id', 'github_state'])
  const issue = await rows.where('id', '=', issue_id).forUpdate().executeTakeFirst()
  // It was linked to another issue meanwhile, which is a job of its own.
  if (issue?.github_issue_url !== url) return undefined
  // A transferred issue has a new id and another URL. With the same URL, a user linked another issue.
  const is_known = issue.github_issue_id === String(found.id) || !isSameIssue(platform, url, found.html_url)
  const before = is_known ? issue.github_state : null
  const here = isOpen(issue.state) ? 'open' : 'closed'
  const changed_there = before === null ? cause === 'github' : found.state !== before
  await setGithubState(account, issue_id, found)
  const moved = url === found.html_url ? undefined : { github_issue_url: found.html_url }
  const state = changed_there && found.state !== here ? toState(found.state) : undefined
  if (moved || state) await updateIssue(account, issue_id, { ...moved, ...(state && { state }) }, null)
  if (state) await account.enqueue(noteCustomers, { issue_id, state, change_id: randomUUID() })
  return cause === 'user' && !changed_there && found.state !== here ? here : undefined
}

/** The server's own changes came from GitHub. */
export const syncLater: LaterReaction = async (account, { type, payload, actor }) => {
  const { changed = [], became } = payload as { changed?: string[]; became?: object }
  const is_moved = became !== undefined && actor !== null
  const is_linked = actor !== null && (type === 'issue:created' || changed.includes('github_issue_url'))
  if (!is_moved && !is_linked) return
  const issue_id = String(payload.issue_id)
  const issue = await account.from('issues').select('github_issue_url').where('id', '=', issue_id).executeTakeFirst()
  if (issue?.github_issue_url) await account.enqueue(syncIssue, { issue_id, cause: is_moved ? 'user' : 'link' })
}

/** After GitHub could not be reached by this account. The issues that changed last. */
export async function syncAllLinked(account: Account) {
  const issues = account.from('issues').select(['id', 'github_state'])
  const linked = issues.where('github_issue_url', 'is not', null).orderBy('updated_at', 'desc').limit(MAX_SYNCED)
  for (const { id, github_state } of await linked.execute())
    await account.enqueue(syncIssue, { issue_id: id, cause: github_state ? 'user' : 'link' })
}
