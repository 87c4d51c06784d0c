import { defineFeature } from '../../../platform/feature.js'
import { routes } from './routes.js'

/** What a visitor may see of their own conversations, the closed ones too. */
export const customerHistory = defineFeature({ routes })
