import { defineFeature } from '../../../platform/feature.js'
import { routes } from './routes.js'

export const browserSessions = defineFeature({ routes })
