import { defineFeature } from '../../../platform/feature.js'
import { mailReset } from './request-reset.js'
import { routes } from './routes.js'

export const passwordReset = defineFeature({ routes, jobs: [mailReset] })
