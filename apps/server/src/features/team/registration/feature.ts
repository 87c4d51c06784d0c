import { defineFeature } from '../../../platform/feature.js'
import { mailRegistration } from './request-registration.js'
import { routes } from './routes.js'
import { deleteExpiredPending } from './unscoped.js'
import { mailWelcome } from './welcome.js'

export const registration = defineFeature({
  routes,
  jobs: [mailRegistration, mailWelcome],
  cron: [{ name: 'registration.delete-expired', at: '17 * * * *', run: deleteExpiredPending }],
})
