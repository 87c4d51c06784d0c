import { defineFeature } from '../../../platform/feature.js'
import { routes } from './routes.js'

/** The chat for visitors without JavaScript, or with a link instead of a page with the widget. */
export const chatPage = defineFeature({ routes })
