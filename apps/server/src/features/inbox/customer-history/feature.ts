import { defineFeature } from '../../../platform/feature.js'
import { routes } from './routes.js'

/** A visitor's own conversations, closed ones included. */
export const customerHistory = defineFeature({ routes })
