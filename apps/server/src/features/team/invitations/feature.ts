import { defineFeature } from '../../../platform/feature.js'
import { mailInvitation } from './invite.js'
import { routes } from './routes.js'

export const invitations = defineFeature({ routes, jobs: [mailInvitation] })
