import { defineFeature } from '../../../platform/feature.js'
import { routes } from './routes.js'
import { wakeWhenDue } from './snooze-conversation.js'

export const snoozing = defineFeature({ routes, jobs: [wakeWhenDue] })
