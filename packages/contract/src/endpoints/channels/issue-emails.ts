import { Type } from 'typebox'
import { defineEndpoints } from '../../endpoint.js'
import { IssueEmails, NewIssueEmail } from '../../issue-emails.js'
import { ById, Data } from '../../scalars.js'

export const issueEmailsEndpoints = defineEndpoints({
  'GET /api/issues/:id/emails': {
    allow: 'user',
    params: ById,
    response: { 200: Data(IssueEmails) },
  },

  /** The mails are sent in the background. 409 while an earlier one is being sent. */
  'POST /api/issues/:id/emails': {
    allow: 'user',
    params: ById,
    body: Type.Object({ email: NewIssueEmail }),
    response: { 202: Data(IssueEmails) },
  },
})
