import { defineFeature } from '../../../platform/feature.js'
import { routes } from './routes.js'
import { forgetOldEvents } from './unscoped.js'

/** What the services under src/integrations share: connections, mirroring, events and OAuth. */
export const chatServices = defineFeature({
  routes,
  cron: [{ name: 'chat-services.forget-old', at: '27 4 * * *', run: forgetOldEvents }],
})
