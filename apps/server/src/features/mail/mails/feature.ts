import { defineFeature } from '../../../platform/feature.js'
import { forgetOldMails } from './unscoped.js'

/** What our mails look like, and how many of them somebody gets. */
export const mails = defineFeature({
  cron: [{ name: 'mails.forget-old', at: '41 3 * * *', run: forgetOldMails }],
})
