import { defineFeature } from '../../../platform/feature.js'
import { topics } from './topics.js'

export const availability = defineFeature({ topics })
