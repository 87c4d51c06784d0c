import { accountOverview } from './features/account-overview/feature.js'
import { allowedSites } from './features/allowed-sites/feature.js'
import { availability } from './features/availability/feature.js'
import { botDemo } from './features/bot-demo/feature.js'
import { bulkChanges } from './features/bulk-changes/feature.js'
import { cannedResponses } from './features/canned-responses/feature.js'
import { companies } from './features/companies/feature.js'
import { chatPage } from './features/chat-page/feature.js'
import { conversationSharing } from './features/conversation-sharing/feature.js'
import { conversations } from './features/conversations/feature.js'
import { customerDirectory } from './features/customer-directory/feature.js'
import { customerErasure } from './features/customer-erasure/feature.js'
import { customerExport } from './features/customer-export/feature.js'
import { customerHistory } from './features/customer-history/feature.js'
import { customerImport } from './features/customer-import/feature.js'
import { customerTimeline } from './features/customer-timeline/feature.js'
import { customerMerge } from './features/customer-merge/feature.js'
import { customers } from './features/customers/feature.js'
import { emailVerification } from './features/email-verification/feature.js'
import { failedReactions } from './features/failed-reactions/feature.js'
import { files } from './features/files/feature.js'
import { identityVerification } from './features/identity-verification/feature.js'
import { inbox } from './features/inbox/feature.js'
import { inboxes } from './features/inboxes/feature.js'
import { invitations } from './features/invitations/feature.js'
import { issues } from './features/issues/feature.js'
import { mailbox } from './features/mailbox/feature.js'
import { mails } from './features/mails/feature.js'
import { mentions } from './features/mentions/feature.js'
import { messageAlerts } from './features/message-alerts/feature.js'
import { messages } from './features/messages/feature.js'
import { notes } from './features/notes/feature.js'
import { onboarding } from './features/onboarding/feature.js'
import { pages } from './features/pages/feature.js'
import { passwordReset } from './features/password-reset/feature.js'
import { placeholderReads } from './features/placeholder-reads/feature.js'
import { profile } from './features/profile/feature.js'
import { registration } from './features/registration/feature.js'
import { reminders } from './features/reminders/feature.js'
import { scheduledMessages } from './features/scheduled-messages/feature.js'
import { segments } from './features/segments/feature.js'
import { sessions } from './features/sessions/feature.js'
import { snoozing } from './features/snoozing/feature.js'
import { tags } from './features/tags/feature.js'
import { twoFactor } from './features/two-factor/feature.js'
import { userSettings } from './features/user-settings/feature.js'
import { users } from './features/users/feature.js'
import { viewing } from './features/viewing/feature.js'
import { widgetSettings } from './features/widget-settings/feature.js'
import { google } from './integrations/google/integration.js'

export { signedIn } from './features/sessions/signed-in.js'

/** The table of contents: all that the product does. */
export const features = [
  registration,
  emailVerification,
  sessions,
  twoFactor,
  passwordReset,
  mails,
  accountOverview,
  onboarding,
  users,
  invitations,
  profile,
  userSettings,
  inboxes,
  widgetSettings,
  identityVerification,
  allowedSites,
  customers,
  companies,
  conversations,
  messages,
  customerHistory,
  customerTimeline,
  mentions,
  messageAlerts,
  reminders,
  scheduledMessages,
  viewing,
  inbox,
  tags,
  segments,
  issues,
  notes,
  customerDirectory,
  customerErasure,
  customerMerge,
  customerImport,
  customerExport,
  snoozing,
  bulkChanges,
  conversationSharing,
  availability,
  files,
  failedReactions,
  cannedResponses,
  botDemo,
  mailbox,
  placeholderReads,
  chatPage,
  pages,
  google,
]
