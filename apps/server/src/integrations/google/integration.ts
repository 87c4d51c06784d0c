import { addInboxMailer } from '../../features/channels/email/inbox-mailers.js'
import { defineFeature } from '../../platform/feature.js'
import { gmailMailer } from './gmail/send-mail.js'
import { forgetOldSends } from './gmail/unscoped.js'
import { mailGmailFailing, watchGmail } from './gmail/watch-gmail.js'
import { routes } from './routes.js'
import { queueBackfill, queueConversations, queueCustomers } from './sheets/queue-rows.js'
import { mailSheetsFailing, writeSheets } from './sheets/write-sheets.js'

addInboxMailer(gmailMailer)

export const google = defineFeature({
  routes,
  jobs: [mailGmailFailing, mailSheetsFailing, queueBackfill],
  cron: [{ name: 'gmail.forget-old', at: '37 4 * * *', run: forgetOldSends }],
  workers: [watchGmail, writeSheets],
  gathered: {
    'customer:created': [queueCustomers],
    'customer:visited': [queueCustomers],
    'message:created': [queueConversations],
  },
})
