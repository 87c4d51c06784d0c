import { randomUUID } from 'node:crypto'
import { Uuid } from '@papercups/contract'
import { Type, type Static } from 'typebox'
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
import { setGithubState } from './linked-issues.js'
import { noteCustomers } from './note-customers.js'
import { openGithub } from './open-github.js'
import { Attempts, obeyLimits } from './obey-limits.js'

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
  run: (account, input, platform) => obeyLimits(account, syncIssue, input, () => sync(account, platform, input)),
})

async function sync(account: Account, platform: Platform, input: Input) {
  const issues = account.from('issues').select('github_issue_url').where('id', '=', input.issue_id)
  const url = (await issues.executeTakeFirst())?.github_issue_url ?? ''
  const place = readIssueUrl(url)
  const github = place && (await openGithub(platform, account))
  const found = github && (await readGithubIssue(github, place))
  const wanted = found && (await account.transaction((account) => follow(account, input, url, found)))
  if (!wanted) return
  // The repository may have another name now.
  await github.call('PATCH', issuePath(readIssueUrl(found.html_url) ?? place), { state: wanted })
  await setGithubState(account, input.issue_id, { id: found.id, state: wanted })
}

/** Takes over what changed on GitHub. Returns the state that GitHub should get, if a user changed it here. */
async function follow(account: AccountTransaction, { issue_id, cause }: Input, url: string, found: GithubIssue) {
  const rows = account.from('issues').select(['state', 'github_issue_url', 'github_issue_id', 'github_state'])
  const issue = await rows.where('id', '=', issue_id).forUpdate().executeTakeFirst()
  // It was linked to another issue meanwhile, which is a job of its own.
  if (issue?.github_issue_url !== url) return undefined
  // A transferred issue has a new id and another URL. With the same URL, a user linked another issue.
  const is_known = issue.github_issue_id === String(found.id) || !isSameIssue(url, found.html_url)
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
  if (readIssueUrl(issue?.github_issue_url))
    await account.enqueue(syncIssue, { issue_id, cause: is_moved ? 'user' : 'link' })
}
