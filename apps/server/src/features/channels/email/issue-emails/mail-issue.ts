import { Uuid, type NewIssueEmail } from '@papercups/contract'
import { Type } from 'typebox'
import type { Account, AccountTransaction } from '../../../../platform/account.js'
import { userActor } from '../../../../platform/actor.js'
import { canonicalEmail } from '../../../../platform/canonical.js'
import { conflict, invalid } from '../../../../platform/errors.js'
import { defineJob } from '../../../../platform/feature.js'
import type { Platform } from '../../../../platform/platform.js'
import { defineStatement } from '../../../../platform/statement.js'
import { inboxIdOrPrimary } from '../../../account/inboxes/queries.js'
import { createConversation } from '../../../inbox/conversations/create-conversation.js'
import { createMessage } from '../../../inbox/messages/create-message.js'
import { isEmail } from '../../../mail/mails/address.js'
import { lockCustomer } from '../../../people/customers/queries.js'
import { getIssue } from '../../../people/issues/queries.js'
import { updateIssue } from '../../../people/issues/save-issue.js'
import { queueMail } from '../outgoing-mails.js'
import { isSuppressed } from '../suppressed-emails.js'
import { isSending } from './list-issue-people.js'

/** Customers for one run of the job, so that other jobs get their turn. */
const PER_RUN = 50

/** Writes to everybody who waits for the issue now. */
export async function mailIssue(
  account: Account,
  issue_id: string,
  user_id: number,
  { subject, body, inbox_id, close }: NewIssueEmail,
) {
  if (!body.trim()) throw invalid({ body: ["can't be blank"] })
  await account.transaction(async (account) => {
    const { id } = await getIssue(account, issue_id)
    // Two calls at the same time would both find nothing under way.
    await account.from('issues').select('id').where('id', '=', id).forUpdate().execute()
    if (await isSending(account, id)) throw conflict('The last email about this issue is still being sent.')
    const row = { issue_id: id, user_id, inbox_id: await inboxIdOrPrimary(account, inbox_id), subject, body }
    const added = account.insert('issue_emails', row).returning('id')
    const { id: issue_email_id } = await added.executeTakeFirstOrThrow()
    if (close) await updateIssue(account, id, { state: 'closed' }, user_id)
    await account.enqueue(mailIssuePeople, { issue_email_id })
  })
}

/** One customer after the other, each in a transaction: a run that was interrupted goes on where it ended. */
export const mailIssuePeople = defineJob({
  name: 'email.mail-issue-people',
  input: Type.Object({ issue_email_id: Uuid }),
  key: ({ issue_email_id }) => issue_email_id,
  async run(account, { issue_email_id }, platform) {
    const [email] = await account.from('issue_emails').selectAll().where('id', '=', issue_email_id).execute()
    if (!email) return
    const customers = await account.run(findNext, issue_email_id, PER_RUN)
    for (const { customer_id } of customers)
      await account.transaction((account) => mailCustomer(account, platform, email, customer_id))
    account.broadcastToTeam('issue:changed', { id: email.issue_id })
    if (customers.length === PER_RUN) await account.enqueue(mailIssuePeople, { issue_email_id })
  },
})

const findNext = defineStatement<{ customer_id: string }>(
  'issue-emails.find-next',
  `select l.customer_id from customer_issues l
   join issue_emails e on e.account_id = l.account_id and e.issue_id = l.issue_id
   where e.account_id = $1 and e.id = $2 and l.issue_email_id is distinct from e.id and l.created_at <= e.created_at
   order by l.customer_id limit $3`,
)

interface IssueEmail {
  id: string
  issue_id: string
  user_id: number
  inbox_id: string | null
  subject: string
  body: string
}

async function mailCustomer(
  account: AccountTransaction,
  platform: Platform,
  { id, issue_id, user_id, inbox_id, subject, body }: IssueEmail,
  customer_id: string,
) {
  // As for unlinking: the customer first, then the link.
  const { email } = await lockCustomer(account, customer_id)
  const to = email && isEmail(email) && !(await isSuppressed(account, platform, email)) ? email : undefined
  const mails = to !== undefined && (await account.run(findSameEmail, id, canonicalEmail(to))).length === 0
  const changes = { issue_email_id: id, ...(mails && { emailed_at: new Date() }) }
  const links = account.update('customer_issues').set(changes).where('issue_id', '=', issue_id)
  const { numUpdatedRows } = await links.where('customer_id', '=', customer_id).executeTakeFirst()
  if (!mails || numUpdatedRows === 0n) return

  // Closed, because nobody has to do anything until the customer answers.
  const draft = { customer_id, inbox_id, subject, source: 'email', status: 'closed', read: true } as const
  await createConversation(account, draft, userActor(user_id), async (account, conversation_id) => {
    const message = await createMessage(account, { user_id }, { conversation_id, body }, { keeps_state: true })
    const recipients = { to: [to], cc: [], bcc: [] }
    await queueMail(account, platform, {
      conversation_id,
      kind: 'issue',
      message_ids: [message.id],
      recipients,
      subject,
    })
  })
}

/** Two customers with the same email: it gets one mail. */
const findSameEmail = defineStatement<{ customer_id: string }>(
  'issue-emails.find-same-email',
  `select l.customer_id from customer_issues l
   join customers k on k.account_id = l.account_id and k.id = l.customer_id
   join issue_emails e on e.account_id = l.account_id and e.id = l.issue_email_id
   where l.account_id = $1 and l.issue_email_id = $2 and l.emailed_at >= e.created_at and lower(k.email) = $3 limit 1`,
)
