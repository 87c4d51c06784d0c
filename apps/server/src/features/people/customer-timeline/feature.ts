import { defineFeature } from '../../../platform/feature.js'
import { routes } from './routes.js'

/** A customer's history, read from the event log. */
export const customerTimeline = defineFeature({ routes })
