import { defineFeature } from '../../../platform/feature.js'
import { topics } from './topics.js'

/** Who of the team looks at a conversation, and who writes in it at this moment. */
export const viewing = defineFeature({ topics })
