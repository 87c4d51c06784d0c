import { defineFeature } from '../../../platform/feature.js'
import { forgetOldMails } from './unscoped.js'

/** The layout of our emails, and limits on how many a person gets. */
export const mails = defineFeature({
  cron: [{ name: 'mails.forget-old', at: '41 3 * * *', run: forgetOldMails }],
})
