import { defineFeature } from '../../../platform/feature.js'
import { routes } from './routes.js'
import { topics } from './topics.js'

export const browserSessions = defineFeature({ routes, topics })
