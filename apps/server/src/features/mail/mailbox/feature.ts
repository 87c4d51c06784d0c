import { defineFeature } from '../../../platform/feature.js'
import { routes } from './routes.js'

/** The account's mail on a development install, where it leaves nowhere. */
export const mailbox = defineFeature({ routes })
