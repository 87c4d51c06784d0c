import { defineFeature } from '../../../platform/feature.js'
import { forgetRunsOfConversations, forgetRunsOfCustomers, functionReactions } from './queue-runs.js'
import { routes } from './routes.js'
import { runFunctions } from './run-functions.js'
import { queueDueFunctions } from './schedule.js'
import { forgetOldRuns } from './unscoped.js'

/** Runs code of an account's admins for its events. */
export const functions = defineFeature({
  routes,
  workers: [runFunctions],
  cron: [
    { name: 'functions.queue-due', at: '* * * * *', run: (platform) => queueDueFunctions(platform) },
    { name: 'functions.forget-old', at: '37 4 * * *', run: forgetOldRuns },
  ],
  gathered: {
    ...functionReactions,
    'conversation:deleted': [forgetRunsOfConversations, ...(functionReactions['conversation:deleted'] ?? [])],
    'customer:deleted': [forgetRunsOfCustomers, ...(functionReactions['customer:deleted'] ?? [])],
  },
})
