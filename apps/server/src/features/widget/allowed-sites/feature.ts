import { defineFeature } from '../../../platform/feature.js'
import { routes } from './routes.js'

/** The sites that may show the chat of an inbox. */
export const allowedSites = defineFeature({ routes })
