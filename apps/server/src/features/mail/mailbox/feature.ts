import { defineFeature } from '../../../platform/feature.js'
import { routes } from './routes.js'

/** Development installs keep their emails here instead of sending them. */
export const mailbox = defineFeature({ routes })
