import { defineFeature } from '../../../platform/feature.js'
import { routes } from './routes.js'

/** What happened around a customer, as the event log tells it. */
export const customerTimeline = defineFeature({ routes })
