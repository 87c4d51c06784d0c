import type { IssueEmails } from '@papercups/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.js'

type Obstacle = NonNullable<IssueEmails['people'][number]['obstacle']>

/** Why somebody gets no automatic mail. */
export const OBSTACLES: Record<Obstacle, string> = {
  no_email: 'No email',
  bounce: 'Bounced',
  complaint: 'Marked as spam',
  unsubscribe: 'Unsubscribed',
}

/** Of these emails, those that get no automatic mail. */
export const suppressedQuery = (emails: string[]) =>
  queryOptions({
    queryKey: ['suppressed-emails', ...emails],
    queryFn: ({ signal }) => api.post('/suppressed_emails/find', { body: { emails }, signal }),
    enabled: emails.length > 0,
  })
