import { defineFeature } from '../../../platform/feature.js'
import { routes } from './routes.js'

/** On whose pages the chat of an inbox may stand. */
export const allowedSites = defineFeature({ routes })
