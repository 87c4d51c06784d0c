import { defineFeature } from '../../../platform/feature.js'
import { routes } from './routes.js'

/** The pages of docs/ for those who run or use this server, in the version that it runs. */
export const manual = defineFeature({ routes })
