import { Uuid } from '@papercups/contract'
import { Type } from 'typebox'
import { findConnection } from '../../features/channels/chat-services/connections.js'
import { getConversation } from '../../features/inbox/conversations/queries.js'
import { linkIssue } from '../../features/people/issues/link-issue.js'
import { createIssue } from '../../features/people/issues/save-issue.js'
import type { Account } from '../../platform/account.js'
import { defineJob, type GatheredReaction, type Job } from '../../platform/feature.js'
import type { Platform } from '../../platform/platform.js'
import { defineStatement } from '../../platform/statement.js'
import { findIssueUrls, isInstalledIn, readGithubIssue, toFields, type GithubIssue } from './github-issue.js'
import { findLinkedIssues, setGithubState } from './linked-issues.js'
import { openGithub } from './open-github.js'
import { Attempts, obeyLimits } from './obey-limits.js'
import { writeNote } from './write-note.js'

/** Of one message. */
const MAX_URLS = 5

const Input = Type.Object({ message_id: Uuid, ...Attempts })

/** Messages that seem to name an issue. */
export const linkLater: GatheredReaction = async (account, events) => {
  if (!(await findConnection(account, 'github'))) return
  const ids = events.map(({ payload }) => String(payload.message_id))
  for (const { id } of await account.run(findMentions, ids)) await account.enqueue(linkMessage, { message_id: id })
}

const findMentions = defineStatement<{ id: string }>(
  'github.find-mentions',
  `select id from messages
   where account_id = $1 and id = any ($2::uuid[]) and type <> 'bot' and body ~ '://[^/ ]+/[^/ ]+/[^/ ]+/issues/[0-9]'
   order by conversation_id, seq`,
)

/** Links the issues that a message names to its customer. Only those of repositories that the account opened to us. */
export const linkMessage: Job<typeof Input> = defineJob({
  name: 'github.link-message',
  input: Input,
  // One after the other: two messages that name the same issue create it once.
  key: () => 'all',
  run: (account, input, platform) =>
    obeyLimits(account, linkMessage, input, () => link(account, platform, input.message_id)),
})

async function link(account: Account, platform: Platform, message_id: string) {
  const messages = account.from('messages').select(['body', 'conversation_id', 'user_id'])
  const message = await messages.where('id', '=', message_id).executeTakeFirst()
  const github = message && (await openGithub(platform, account))
  if (!github) return
  // Everything is read before anything is stored: a limit of GitHub in between would leave half of it without a note.
  const found: GithubIssue[] = []
  for (const place of findIssueUrls(platform, message.body ?? '').slice(0, MAX_URLS)) {
    if (!(await isInstalledIn(platform, github, place))) continue
    const issue = await readGithubIssue(github, place)
    if (issue) found.push(issue)
  }
  if (found.length > 0)
    await store(account, { ...message, id: message_id, connected_by: github.connection.connected_by }, found)
}

interface Mention {
  id: string
  conversation_id: string
  user_id: number | null
  connected_by: number | null
}

function store(account: Account, message: Mention, found: GithubIssue[]) {
  const { id, conversation_id, user_id, connected_by } = message
  return account.transaction(async (account) => {
    const { customer_id } = await getConversation(account, conversation_id)
    const linked: string[] = []
    for (const issue of found) {
      const issue_id = await findOrCreate(account, issue, user_id)
      if (await linkIssue(account, customer_id, issue_id, user_id)) linked.push(`- ${issue.title} ${issue.html_url}`)
    }
    if (linked.length === 0) return
    const body = [':link: Linked to this customer:', ...linked].join('\n')
    await writeNote(account, { conversation_id, body, key: `links ${id}`, users: [user_id, connected_by] })
  })
}

async function findOrCreate(account: Account, found: GithubIssue, user_id: number | null) {
  const [known] = await findLinkedIssues(account, found)
  if (known) return known.id
  const { id } = await createIssue(account, toFields(found), user_id)
  await setGithubState(account, id, found)
  return id
}
