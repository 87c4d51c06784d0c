import { defineFeature } from '../../../platform/feature.js'
import { repeatAnswers } from './repeat-answers.js'
import { deleteOldCalls } from './unscoped.js'

export const idempotency = defineFeature({
  routes: repeatAnswers,
  cron: [{ name: 'idempotency.delete-old-calls', at: '23 * * * *', run: deleteOldCalls }],
})
