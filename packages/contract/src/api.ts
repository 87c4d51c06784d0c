import type { Static, TSchema } from 'typebox'
import type { Endpoint, Method } from './endpoint.js'
import type { accountOverviewEndpoints } from './endpoints/team/account-overview.js'
import type { apiKeysEndpoints } from './endpoints/developers/api-keys.js'
import type { allowedSitesEndpoints } from './endpoints/widget/allowed-sites.js'
import type { billingEndpoints } from './endpoints/billing/billing.js'
import type { botDemoEndpoints } from './endpoints/widget/bot-demo.js'
import type { browserSessionsEndpoints } from './endpoints/recording/browser-sessions.js'
import type { bulkChangesEndpoints } from './endpoints/inbox/bulk-changes.js'
import type { cannedResponsesEndpoints } from './endpoints/inbox/canned-responses.js'
import type { companiesEndpoints } from './endpoints/people/companies.js'
import type { chatServicesEndpoints } from './endpoints/channels/chat-services.js'
import type { connectedMailboxesEndpoints } from './endpoints/channels/connected-mailboxes.js'
import type { conversationListsEndpoints } from './endpoints/inbox/conversation-lists.js'
import type { conversationSharingEndpoints } from './endpoints/inbox/conversation-sharing.js'
import type { conversationsEndpoints } from './endpoints/inbox/conversations.js'
import type { customerDataExportEndpoints } from './endpoints/privacy/customer-data-export.js'
import type { customerDirectoryEndpoints } from './endpoints/directory/customer-directory.js'
import type { customerErasureEndpoints } from './endpoints/privacy/customer-erasure.js'
import type { customerExportEndpoints } from './endpoints/directory/customer-export.js'
import type { customerHistoryEndpoints } from './endpoints/inbox/customer-history.js'
import type { customerImportEndpoints } from './endpoints/directory/customer-import.js'
import type { customerMergeEndpoints } from './endpoints/directory/customer-merge.js'
import type { customerTimelineEndpoints } from './endpoints/people/customer-timeline.js'
import type { customersEndpoints } from './endpoints/people/customers.js'
import type { emailVerificationEndpoints } from './endpoints/identity/email-verification.js'
import type { failedReactionsEndpoints } from './endpoints/operations/failed-reactions.js'
import type { filesEndpoints } from './endpoints/inbox/files.js'
import type { forwardingAddressesEndpoints } from './endpoints/channels/forwarding-addresses.js'
import type { discordEndpoints } from './endpoints/integrations/discord.js'
import type { googleEndpoints } from './endpoints/integrations/google.js'
import type { googleSheetsEndpoints } from './endpoints/integrations/google-sheets.js'
import type { hubspotEndpoints } from './endpoints/integrations/hubspot.js'
import type { intercomEndpoints } from './endpoints/integrations/intercom.js'
import type { githubEndpoints } from './endpoints/integrations/github.js'
import type { mattermostEndpoints } from './endpoints/integrations/mattermost.js'
import type { twilioEndpoints } from './endpoints/integrations/twilio.js'
import type { slackEndpoints } from './endpoints/integrations/slack.js'
import type { identityVerificationEndpoints } from './endpoints/widget/identity-verification.js'
import type { inboxesEndpoints } from './endpoints/account/inboxes.js'
import type { invitationsEndpoints } from './endpoints/team/invitations.js'
import type { issueEmailsEndpoints } from './endpoints/channels/issue-emails.js'
import type { issuesEndpoints } from './endpoints/people/issues.js'
import type { lambdasEndpoints } from './endpoints/developers/lambdas.js'
import type { mailboxEndpoints } from './endpoints/mail/mailbox.js'
import type { operatorNotesEndpoints } from './endpoints/mail/operator-notes.js'
import type { messageEmailsEndpoints } from './endpoints/channels/message-emails.js'
import type { messagesEndpoints } from './endpoints/inbox/messages.js'
import type { notesEndpoints } from './endpoints/people/notes.js'
import type { onboardingEndpoints } from './endpoints/account/onboarding.js'
import type { passwordResetEndpoints } from './endpoints/identity/password-reset.js'
import type { profileEndpoints } from './endpoints/team/profile.js'
import type { ratingsEndpoints } from './endpoints/inbox/ratings.js'
import type { recordingSettingsEndpoints } from './endpoints/recording/recording-settings.js'
import type { recordingsEndpoints } from './endpoints/recording/recordings.js'
import type { registrationEndpoints } from './endpoints/team/registration.js'
import type { reportingEndpoints } from './endpoints/reports/reporting.js'
import type { floorEndpoints } from './endpoints/reports/floor.js'
import type { satisfactionEndpoints } from './endpoints/reports/satisfaction.js'
import type { scheduledMessagesEndpoints } from './endpoints/inbox/scheduled-messages.js'
import type { segmentsEndpoints } from './endpoints/directory/segments.js'
import type { sessionsEndpoints } from './endpoints/identity/sessions.js'
import type { snoozingEndpoints } from './endpoints/inbox/snoozing.js'
import type { tagsEndpoints } from './endpoints/inbox/tags.js'
import type { twoFactorEndpoints } from './endpoints/identity/two-factor.js'
import type { userSettingsEndpoints } from './endpoints/team/user-settings.js'
import type { usersEndpoints } from './endpoints/team/users.js'
import type { webhooksEndpoints } from './endpoints/developers/webhooks.js'
import type { widgetSettingsEndpoints } from './endpoints/widget/widget-settings.js'

/** Every declared call of the HTTP API. */
export type Api = typeof accountOverviewEndpoints &
  typeof allowedSitesEndpoints &
  typeof apiKeysEndpoints &
  typeof billingEndpoints &
  typeof botDemoEndpoints &
  typeof browserSessionsEndpoints &
  typeof bulkChangesEndpoints &
  typeof cannedResponsesEndpoints &
  typeof companiesEndpoints &
  typeof chatServicesEndpoints &
  typeof connectedMailboxesEndpoints &
  typeof conversationListsEndpoints &
  typeof conversationSharingEndpoints &
  typeof conversationsEndpoints &
  typeof customerDataExportEndpoints &
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
  typeof forwardingAddressesEndpoints &
  typeof googleEndpoints &
  typeof googleSheetsEndpoints &
  typeof identityVerificationEndpoints &
  typeof inboxesEndpoints &
  typeof invitationsEndpoints &
  typeof issueEmailsEndpoints &
  typeof issuesEndpoints &
  typeof lambdasEndpoints &
  typeof mailboxEndpoints &
  typeof operatorNotesEndpoints &
  typeof messageEmailsEndpoints &
  typeof messagesEndpoints &
  typeof notesEndpoints &
  typeof onboardingEndpoints &
  typeof passwordResetEndpoints &
  typeof profileEndpoints &
  typeof ratingsEndpoints &
  typeof recordingSettingsEndpoints &
  typeof recordingsEndpoints &
  typeof registrationEndpoints &
  typeof reportingEndpoints &
  typeof floorEndpoints &
  typeof satisfactionEndpoints &
  typeof scheduledMessagesEndpoints &
  typeof segmentsEndpoints &
  typeof sessionsEndpoints &
  typeof discordEndpoints &
  typeof hubspotEndpoints &
  typeof intercomEndpoints &
  typeof githubEndpoints &
  typeof mattermostEndpoints &
  typeof slackEndpoints &
  typeof twilioEndpoints &
  typeof snoozingEndpoints &
  typeof tagsEndpoints &
  typeof twoFactorEndpoints &
  typeof userSettingsEndpoints &
  typeof usersEndpoints &
  typeof webhooksEndpoints &
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

/** Without the text of answers in other formats, such as CSV: browsers ask for JSON. */
export type JsonAnswerOf<M extends Method, Path extends PathOf<M>> = Exclude<AnswerOf<EndpointOf<M, Path>>, string>
/** The `data` of an answer. */
export type DataOf<M extends Method, Path extends PathOf<M>> =
  JsonAnswerOf<M, Path> extends { data: infer Data } ? Data : never

/** The input that an endpoint declares: the parameters of its path, its body and its query. */
export type InputOf<M extends Method, Path extends PathOf<M>, QueryValue = string> = ([ParamOf<Path>] extends [never]
  ? unknown
  : { params: Record<ParamOf<Path>, string | number> }) &
  (BodyOf<EndpointOf<M, Path>> extends infer Body
    ? undefined extends Body
      ? { body?: Body }
      : { body: Body }
    : never) & { query?: Partial<Record<QueryNameOf<EndpointOf<M, Path>>, QueryValue>> }
