import { defineFeature } from '../../../platform/feature.js'
import { mailVerification } from './issue-verification.js'
import { routes } from './routes.js'

export const emailVerification = defineFeature({ routes, jobs: [mailVerification] })
