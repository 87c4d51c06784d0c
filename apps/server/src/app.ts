import { inboxes } from './features/account/inboxes/feature.js'
import { onboarding } from './features/account/onboarding/feature.js'
import { allowedSites } from './features/widget/allowed-sites/feature.js'
import { availability } from './features/widget/availability/feature.js'
import { botDemo } from './features/widget/bot-demo/feature.js'
import { identityVerification } from './features/widget/identity-verification/feature.js'
import { pages } from './features/widget/pages/feature.js'
import { widgetSettings } from './features/widget/widget-settings/feature.js'
import { mailbox } from './features/mail/mailbox/feature.js'
import { operatorNotes } from './features/mail/operator-notes/feature.js'
import { mails } from './features/mail/mails/feature.js'
import { emailVerification } from './features/identity/email-verification/feature.js'
import { passwordReset } from './features/identity/password-reset/feature.js'
import { sessions } from './features/identity/sessions/feature.js'
import { signedIn } from './features/identity/sessions/signed-in.js'
import { twoFactor } from './features/identity/two-factor/feature.js'
import { messageRetention } from './features/billing/message-retention/feature.js'
import { subscriptions } from './features/billing/subscriptions/feature.js'
import { accountOverview } from './features/team/account-overview/feature.js'
import { invitations } from './features/team/invitations/feature.js'
import { profile } from './features/team/profile/feature.js'
import { registration } from './features/team/registration/feature.js'
import { userSettings } from './features/team/user-settings/feature.js'
import { users } from './features/team/users/feature.js'
import { companies } from './features/people/companies/feature.js'
import { customerTimeline } from './features/people/customer-timeline/feature.js'
import { customers } from './features/people/customers/feature.js'
import { issues } from './features/people/issues/feature.js'
import { notes } from './features/people/notes/feature.js'
import { bulkChanges } from './features/inbox/bulk-changes/feature.js'
import { cannedResponses } from './features/inbox/canned-responses/feature.js'
import { conversationLists } from './features/inbox/conversation-lists/feature.js'
import { conversationSharing } from './features/inbox/conversation-sharing/feature.js'
import { conversations } from './features/inbox/conversations/feature.js'
import { customerHistory } from './features/inbox/customer-history/feature.js'
import { files } from './features/inbox/files/feature.js'
import { mentions } from './features/inbox/mentions/feature.js'
import { messageAlerts } from './features/inbox/message-alerts/feature.js'
import { messages } from './features/inbox/messages/feature.js'
import { ratings } from './features/inbox/ratings/feature.js'
import { reminders } from './features/inbox/reminders/feature.js'
import { scheduledMessages } from './features/inbox/scheduled-messages/feature.js'
import { snoozing } from './features/inbox/snoozing/feature.js'
import { tags } from './features/inbox/tags/feature.js'
import { viewing } from './features/inbox/viewing/feature.js'
import { browserSessions } from './features/recording/browser-sessions/feature.js'
import { recordingSettings } from './features/recording/recording-settings/feature.js'
import { recordings } from './features/recording/recordings/feature.js'
import { customerDirectory } from './features/directory/customer-directory/feature.js'
import { customerExport } from './features/directory/customer-export/feature.js'
import { customerImport } from './features/directory/customer-import/feature.js'
import { customerMerge } from './features/directory/customer-merge/feature.js'
import { segments } from './features/directory/segments/feature.js'
import { customerDataExport } from './features/privacy/customer-data-export/feature.js'
import { customerErasure } from './features/privacy/customer-erasure/feature.js'
import { chatPage } from './features/channels/chat-page/feature.js'
import { chatServices } from './features/channels/chat-services/feature.js'
import { email } from './features/channels/email/feature.js'
import { ratingMails } from './features/channels/rating-mails/feature.js'
import { floor } from './features/reports/floor/feature.js'
import { reporting } from './features/reports/reporting/feature.js'
import { weeklySummary } from './features/reports/weekly-summary/feature.js'
import { satisfaction } from './features/reports/satisfaction/feature.js'
import { apiKeys } from './features/developers/api-keys/feature.js'
import { keyHolders } from './features/developers/api-keys/key-holders.js'
import { functions } from './features/developers/functions/feature.js'
import { idempotency } from './features/developers/idempotency/feature.js'
import { webhooks } from './features/developers/webhooks/feature.js'
import { failedReactions } from './features/operations/failed-reactions/feature.js'
import { manual } from './features/operations/manual/feature.js'
import { discord } from './integrations/discord/integration.js'
import { expo } from './integrations/expo/integration.js'
import { github } from './integrations/github/integration.js'
import { google } from './integrations/google/integration.js'
import { hubspot } from './integrations/hubspot/integration.js'
import { intercom } from './integrations/intercom/integration.js'
import { mattermost } from './integrations/mattermost/integration.js'
import { slack } from './integrations/slack/integration.js'
import { twilio } from './integrations/twilio/integration.js'

/** Who calls: the user of a session, or the owner of an API key. */
export const identify = { session: signedIn, key: keyHolders }

/** Every feature of the product. */
export const features = [
  // account
  onboarding,
  inboxes,
  // widget
  widgetSettings,
  identityVerification,
  allowedSites,
  availability,
  botDemo,
  pages,
  // mail
  mails,
  mailbox,
  operatorNotes,
  // identity
  emailVerification,
  sessions,
  twoFactor,
  passwordReset,
  // billing
  messageRetention,
  subscriptions,
  // team
  registration,
  accountOverview,
  users,
  invitations,
  profile,
  userSettings,
  // people
  customers,
  companies,
  customerTimeline,
  issues,
  notes,
  // inbox
  conversations,
  messages,
  customerHistory,
  mentions,
  messageAlerts,
  ratings,
  reminders,
  scheduledMessages,
  viewing,
  conversationLists,
  tags,
  snoozing,
  bulkChanges,
  conversationSharing,
  files,
  cannedResponses,
  // recording
  browserSessions,
  recordingSettings,
  recordings,
  // directory
  segments,
  customerDirectory,
  customerMerge,
  customerImport,
  customerExport,
  // privacy
  customerDataExport,
  customerErasure,
  // channels
  chatPage,
  email,
  ratingMails,
  chatServices,
  // reports
  floor,
  reporting,
  weeklySummary,
  satisfaction,
  // developers
  apiKeys,
  idempotency,
  webhooks,
  functions,
  // operations
  failedReactions,
  manual,
  // integrations
  discord,
  expo,
  github,
  google,
  hubspot,
  intercom,
  mattermost,
  slack,
  twilio,
]
