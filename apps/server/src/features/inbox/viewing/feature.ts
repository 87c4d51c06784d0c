import { defineFeature } from '../../../platform/feature.js'
import { topics } from './topics.js'

/** Which agents have a conversation open, and who is typing in it. */
export const viewing = defineFeature({ topics })
