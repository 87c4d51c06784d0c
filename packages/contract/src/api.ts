import type { Static, TSchema } from 'typebox'
import type { Endpoint, Method } from './endpoint.js'
import type { accountOverviewEndpoints } from './endpoints/account-overview.js'
import type { allowedSitesEndpoints } from './endpoints/allowed-sites.js'
import type { botDemoEndpoints } from './endpoints/bot-demo.js'
import type { bulkChangesEndpoints } from './endpoints/bulk-changes.js'
import type { cannedResponsesEndpoints } from './endpoints/canned-responses.js'
import type { companiesEndpoints } from './endpoints/companies.js'
import type { conversationListsEndpoints } from './endpoints/conversation-lists.js'
import type { conversationSharingEndpoints } from './endpoints/conversation-sharing.js'
import type { conversationsEndpoints } from './endpoints/conversations.js'
import type { customerDirectoryEndpoints } from './endpoints/customer-directory.js'
import type { customerErasureEndpoints } from './endpoints/customer-erasure.js'
import type { customerExportEndpoints } from './endpoints/customer-export.js'
import type { customerHistoryEndpoints } from './endpoints/customer-history.js'
import type { customerImportEndpoints } from './endpoints/customer-import.js'
import type { customerMergeEndpoints } from './endpoints/customer-merge.js'
import type { customerTimelineEndpoints } from './endpoints/customer-timeline.js'
import type { customersEndpoints } from './endpoints/customers.js'
import type { emailVerificationEndpoints } from './endpoints/email-verification.js'
import type { failedReactionsEndpoints } from './endpoints/failed-reactions.js'
import type { filesEndpoints } from './endpoints/files.js'
import type { googleEndpoints } from './endpoints/google.js'
import type { identityVerificationEndpoints } from './endpoints/identity-verification.js'
import type { inboxesEndpoints } from './endpoints/inboxes.js'
import type { invitationsEndpoints } from './endpoints/invitations.js'
import type { issuesEndpoints } from './endpoints/issues.js'
import type { mailboxEndpoints } from './endpoints/mailbox.js'
import type { messagesEndpoints } from './endpoints/messages.js'
import type { notesEndpoints } from './endpoints/notes.js'
import type { onboardingEndpoints } from './endpoints/onboarding.js'
import type { passwordResetEndpoints } from './endpoints/password-reset.js'
import type { profileEndpoints } from './endpoints/profile.js'
import type { registrationEndpoints } from './endpoints/registration.js'
import type { scheduledMessagesEndpoints } from './endpoints/scheduled-messages.js'
import type { segmentsEndpoints } from './endpoints/segments.js'
import type { sessionsEndpoints } from './endpoints/sessions.js'
import type { snoozingEndpoints } from './endpoints/snoozing.js'
import type { tagsEndpoints } from './endpoints/tags.js'
import type { twoFactorEndpoints } from './endpoints/two-factor.js'
import type { userSettingsEndpoints } from './endpoints/user-settings.js'
import type { usersEndpoints } from './endpoints/users.js'
import type { widgetSettingsEndpoints } from './endpoints/widget-settings.js'

/** Every declared call of the HTTP API. */
export type Api = typeof accountOverviewEndpoints &
  typeof allowedSitesEndpoints &
  typeof botDemoEndpoints &
  typeof bulkChangesEndpoints &
  typeof cannedResponsesEndpoints &
  typeof companiesEndpoints &
  typeof conversationListsEndpoints &
  typeof conversationSharingEndpoints &
  typeof conversationsEndpoints &
  typeof customerDirectoryEndpoints &
  typeof customerErasureEndpoints &
  typeof customerExportEndpoints &
  typeof customerHistoryEndpoints &
  typeof customerImportEndpoints &
  typeof customerMergeEndpoints &
  typeof customerTimelineEndpoints &
  typeof customersEndpoints &
  typeof emailVerificationEndpoints &
  typeof failedReactionsEndpoints &
  typeof filesEndpoints &
  typeof googleEndpoints &
  typeof identityVerificationEndpoints &
  typeof inboxesEndpoints &
  typeof invitationsEndpoints &
  typeof issuesEndpoints &
  typeof mailboxEndpoints &
  typeof messagesEndpoints &
  typeof notesEndpoints &
  typeof onboardingEndpoints &
  typeof passwordResetEndpoints &
  typeof profileEndpoints &
  typeof registrationEndpoints &
  typeof scheduledMessagesEndpoints &
  typeof segmentsEndpoints &
  typeof sessionsEndpoints &
  typeof snoozingEndpoints &
  typeof tagsEndpoints &
  typeof twoFactorEndpoints &
  typeof userSettingsEndpoints &
  typeof usersEndpoints &
  typeof widgetSettingsEndpoints

/** The paths below `/api` that answer a method. */
export type PathOf<M extends Method> = keyof Api extends infer K
  ? K extends `${M} /api${infer Path}`
    ? Path
    : never
  : never

export type EndpointOf<M extends Method, Path extends PathOf<M>> = `${M} /api${Path}` extends infer K extends keyof Api
  ? Api[K]
  : never

/** The names behind colons in a path. */
export type ParamOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamOf<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

export type BodyOf<E extends Endpoint> = E extends { body: infer Body extends TSchema } ? Static<Body> : undefined
export type QueryNameOf<E extends Endpoint> = E extends { query: infer Query extends TSchema }
  ? keyof Static<Query> & string
  : never
/** The whole answer of a call that succeeds. */
export type AnswerOf<E extends Endpoint> = E extends { response: infer Answers }
  ? Answers[keyof Answers] extends infer Answer extends TSchema
    ? Static<Answer>
    : never
  : never
