import { defineFeature } from '../../../platform/feature.js'
import { routes } from './routes.js'
import { sendScheduled } from './send-scheduled.js'

export const scheduledMessages = defineFeature({ routes, jobs: [sendScheduled] })
