import { defineFeature } from '../../../platform/feature.js'
import { routes } from './routes.js'

/** Saved replies, as the dashboard calls them. */
export const cannedResponses = defineFeature({ routes })
