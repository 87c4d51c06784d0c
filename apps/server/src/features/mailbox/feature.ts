import { defineFeature } from '../../platform/feature.js'
import { routes } from './routes.js'

/** The mail of a development install, which leaves nowhere. */
export const mailbox = defineFeature({ routes })
