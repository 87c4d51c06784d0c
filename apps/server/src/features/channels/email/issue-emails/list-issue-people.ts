import type { IssueEmails } from '@papercups/contract'
import type { Account } from '../../../../platform/account.js'
import type { Platform } from '../../../../platform/platform.js'
import { toInstantOrNull } from '../../../../platform/wire-time.js'
import { defineStatement } from '../../../../platform/statement.js'
import { isEmail } from '../../../mail/mails/address.js'
import { getIssue } from '../../../people/issues/queries.js'
import { findSuppressed } from '../suppressed-emails.js'

/** The customers who wait for an issue, and what is known about mail to them. */
export async function listIssuePeople(account: Account, platform: Platform, issue_id: string): Promise<IssueEmails> {
  const { id } = await getIssue(account, issue_id)
  const linked = await account.run(findLinked, id)
  const reachable = linked.flatMap(({ email }) => (email && isEmail(email) ? email : []))
  const suppressed = await findSuppressed(account, platform, reachable)
  const reasons = new Map(suppressed.map(({ email, reason }) => [email, reason]))
  const people = linked.map(({ customer_id, email, emailed_at }) => ({
    customer_id,
    emailed_at: toInstantOrNull(emailed_at),
    obstacle: email && isEmail(email) ? (reasons.get(email) ?? null) : ('no_email' as const),
  }))
  return { is_sending: await isSending(account, id), people }
}

const findLinked = defineStatement<{ customer_id: string; email: string | null; emailed_at: Date | null }>(
  'issue-emails.find-linked',
  `select k.id as customer_id, k.email, l.emailed_at from customer_issues l
   join customers k on k.account_id = l.account_id and k.id = l.customer_id
   where l.account_id = $1 and l.issue_id = $2 order by k.id limit 10000`,
)

/** Whether the newest mail about the issue was not written to everybody yet. */
export async function isSending(account: Account, issue_id: string) {
  return (await account.run(findUnfinished, issue_id)).length > 0
}

/** Customers who were linked after the mail do not get it. */
const findUnfinished = defineStatement<{ customer_id: string }>(
  'issue-emails.find-unfinished',
  `select l.customer_id from customer_issues l
   join lateral (select id, created_at from issue_emails e where e.account_id = l.account_id and e.issue_id = l.issue_id
     order by e.created_at desc, e.id desc limit 1) newest on true
   where l.account_id = $1 and l.issue_id = $2 and l.issue_email_id is distinct from newest.id
     and l.created_at <= newest.created_at limit 1`,
)
