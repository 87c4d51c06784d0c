import { defineFeature } from '../../../platform/feature.js'
import { routes } from './routes.js'

/** The open conversations of an account now, and how long customers wait in them. */
export const floor = defineFeature({ routes })
