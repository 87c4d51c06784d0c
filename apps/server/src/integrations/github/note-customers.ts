import { Uuid } from '@papercups/contract'
import { Type } from 'typebox'
import { updateConversation } from '../../features/inbox/conversations/update-conversation.js'
import { toIssue } from '../../features/people/issues/queries.js'
import type { Account } from '../../platform/account.js'
import { defineJob } from '../../platform/feature.js'
import { writeNote } from './write-note.js'

const PAGE = 100

const WORDS = {
  done: ':white_check_mark: This issue was closed on GitHub:',
  unstarted: ':mega: This issue was opened again on GitHub:',
}

/**
 * Writes a note into the latest conversation of each linked customer. It may run again after a crash: a note is stored once
 * for each change.
 */
export const noteCustomers = defineJob({
  name: 'github.note-customers',
  input: Type.Object({
    issue_id: Uuid,
    state: Type.Union([Type.Literal('done'), Type.Literal('unstarted')]),
    change_id: Type.String(),
  }),
  key: ({ issue_id }) => issue_id,
  async run(account, { issue_id, state, change_id }) {
    const row = await account.from('issues').selectAll().where('id', '=', issue_id).executeTakeFirst()
    if (!row) return
    for (let after: string | undefined = ''; after !== undefined;) {
      const customer_ids = await listLinked(account, issue_id, after)
      for (const customer_id of customer_ids) {
        account.broadcast(`issue:lobby:${customer_id}`, 'issue:updated', toIssue(row))
        const conversation = await findLatest(account, customer_id)
        if (!conversation) continue
        await writeNote(account, {
          conversation_id: conversation.id,
          body: `${WORDS[state]} ${row.title}\n${row.github_issue_url ?? ''}`.trim(),
          key: `${change_id} ${issue_id} ${customer_id}`,
          users: [row.creator_id, row.assignee_id, conversation.assignee_id],
        })
        if (conversation.status !== 'open' || conversation.read)
          await updateConversation(account, conversation.id, { status: 'open', read: false }, null)
      }
      after = customer_ids.length === PAGE ? customer_ids.at(-1) : undefined
    }
  },
})

async function listLinked(account: Account, issue_id: string, after: string) {
  let links = account.from('customer_issues').select('customer_id').where('issue_id', '=', issue_id)
  if (after) links = links.where('customer_id', '>', after)
  return (await links.orderBy('customer_id').limit(PAGE).execute()).map(({ customer_id }) => customer_id)
}

function findLatest(account: Account, customer_id: string) {
  const conversations = account.from('conversations').select(['id', 'status', 'read', 'assignee_id'])
  return conversations
    .where('customer_id', '=', customer_id)
    .where('archived_at', 'is', null)
    .orderBy('last_activity_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}
