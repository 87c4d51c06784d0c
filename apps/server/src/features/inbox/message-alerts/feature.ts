import { defineFeature } from '../../../platform/feature.js'
import { alertLater } from './alert-later.js'
import { gatherAlerts } from './gather-alerts.js'
import { mailAlert } from './mail-alert.js'
import { forgetOldAlerts } from './unscoped.js'

/** Emails for users who want to know that a customer wrote. */
export const messageAlerts = defineFeature({
  jobs: [gatherAlerts, mailAlert],
  cron: [{ name: 'message-alerts.forget-old', at: '53 3 * * *', run: forgetOldAlerts }],
  gathered: { 'message:created': [alertLater] },
})
