import { defineFeature } from '../../../platform/feature.js'
import { mailFailing } from './connected-mailbox/mail-failing.js'
import { watchMailboxes } from './connected-mailbox/watch-mailboxes.js'
import { mailIssuePeople } from './issue-emails/mail-issue.js'
import { mailReply, mailRepliesLater } from './mail-reply.js'
import { mailOverdueAnswers, mailUnseen, waitForCustomers } from './mail-unseen.js'
import { retryStalledMails } from './retry-stalled.js'
import { routes } from './routes.js'
import { smtpReceiver } from './smtp-receiver.js'
import { takeFromSes } from './take-from-ses.js'
import { forgetIgnoredMails } from './unscoped.js'

/** Conversations that go on by mail, and inboxes that take mail. */
export const email = defineFeature({
  routes,
  jobs: [mailUnseen, mailReply, takeFromSes, mailFailing, mailIssuePeople],
  cron: [
    { name: 'email.mail-overdue', at: '* * * * *', run: mailOverdueAnswers },
    { name: 'email.retry-stalled', at: '*/10 * * * *', run: retryStalledMails },
    { name: 'email.forget-ignored', at: '17 4 * * *', run: forgetIgnoredMails },
  ],
  workers: [smtpReceiver, watchMailboxes],
  gathered: { 'message:created': [waitForCustomers, mailRepliesLater] },
})
