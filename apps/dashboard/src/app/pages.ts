import type { ComponentType } from 'react'

type Load = () => Promise<ComponentType>

/** Every page by name. Each is its own chunk, loaded on navigation or when the pointer comes near its link. */
export const pages = {
  login: async () => (await import('../features/auth/login-page.js')).LoginPage,
  register: async () => (await import('../features/auth/register-page.js')).RegisterPage,
  confirmRegistration: async () =>
    (await import('../features/auth/confirm-registration-page.js')).ConfirmRegistrationPage,
  verify: async () => (await import('../features/auth/verify-page.js')).VerifyPage,
  requestReset: async () => (await import('../features/auth/request-reset-page.js')).RequestResetPage,
  resetRequested: async () => (await import('../features/auth/reset-requested-page.js')).ResetRequestedPage,
  reset: async () => (await import('../features/auth/reset-page.js')).ResetPage,
  botDemo: async () => (await import('../features/demo/bot-demo-page.js')).BotDemoPage,
  demo: async () => (await import('../features/demo/demo-page.js')).DemoPage,
  share: async () => (await import('../features/share/share-page.js')).SharePage,
  sandbox: async () => (await import('./sandbox-page.js')).SandboxPage,
  inbox: async () => (await import('./inbox-page.js')).InboxPage,
  customers: async () => (await import('./customer-list-page.js')).CustomerListPage,
  customer: async () => (await import('./customer-page.js')).CustomerPage,
  notes: async () => (await import('../features/notes/notes-page.js')).NotesPage,
  companies: async () => (await import('../features/companies/companies-page.js')).CompaniesPage,
  newCompany: async () => (await import('../features/companies/new-company-page.js')).NewCompanyPage,
  companyDetails: async () => (await import('../features/companies/company-details-page.js')).CompanyDetailsPage,
  editCompany: async () => (await import('../features/companies/edit-company-page.js')).EditCompanyPage,
  tags: async () => (await import('../features/tags/tags-page.js')).TagsPage,
  tagDetails: async () => (await import('../features/tags/tag-details-page.js')).TagDetailsPage,
  issues: async () => (await import('../features/issues/issues-page.js')).IssuesPage,
  issueDetails: async () => (await import('../features/issues/issue-details-page.js')).IssueDetailsPage,
  reporting: async () => (await import('../features/reporting/reporting-page.js')).ReportingPage,
  sessions: async () => (await import('../features/sessions/session-list-page.js')).SessionListPage,
  liveSession: async () => (await import('./live-session-page.js')).LiveSessionPage,
  sessionReplay: async () => (await import('../features/sessions/replay/replay-page.js')).ReplayPage,
  sessionSetup: async () => (await import('../features/sessions/setup/setup-page.js')).SetupPage,
  gettingStarted: async () => (await import('../features/getting-started/getting-started-page.js')).GettingStartedPage,
  account: async () => (await import('../features/account/account-page.js')).AccountPage,
  billing: async () => (await import('../features/billing/billing-page.js')).BillingPage,
  team: async () => (await import('../features/team/team-page.js')).TeamPage,
  inboxes: async () => (await import('../features/inboxes/inboxes-page.js')).InboxesPage,
  inboxDetails: async () => (await import('../features/inboxes/inbox-details-page.js')).InboxDetailsPage,
  integrations: async () => (await import('../features/inboxes/integrations-page.js')).IntegrationsPage,
  discord: async () => (await import('../features/integrations/discord/discord-page.js')).DiscordPage,
  hubspot: async () => (await import('../features/integrations/hubspot/hubspot-page.js')).HubSpotPage,
  intercom: async () => (await import('../features/integrations/intercom/intercom-page.js')).IntercomPage,
  gmail: async () => (await import('../features/integrations/google/gmail-page.js')).GmailPage,
  googleSheets: async () => (await import('../features/integrations/google/sheets-page.js')).SheetsPage,
  googleReturn: async () => (await import('../features/integrations/google/google-return.js')).GoogleReturn,
  github: async () => (await import('../features/integrations/github/github-page.js')).GithubPage,
  mattermost: async () => (await import('../features/integrations/mattermost/mattermost-page.js')).MattermostPage,
  slack: async () => (await import('../features/integrations/slack/slack-page.js')).SlackPage,
  twilio: async () => (await import('../features/integrations/twilio/twilio-page.js')).TwilioPage,
  slackReturn: async () => (await import('../features/integrations/slack/slack-return.js')).SlackReturn,
  widgetSettings: async () => (await import('../features/widget-settings/widget-settings-page.js')).WidgetSettingsPage,
  emailForwarding: async () =>
    (await import('../features/email-forwarding/email-forwarding-page.js')).EmailForwardingPage,
  savedReplies: async () => (await import('../features/saved-replies/saved-replies-page.js')).SavedRepliesPage,
  eventSubscriptions: async () =>
    (await import('../features/webhooks/event-subscriptions-page.js')).EventSubscriptionsPage,
  eventSubscription: async () =>
    (await import('../features/webhooks/subscription-details-page.js')).SubscriptionDetailsPage,
  profile: async () => (await import('../features/profile/profile-page.js')).ProfilePage,
  apiKeys: async () => (await import('../features/api-keys/api-keys-page.js')).ApiKeysPage,
  functions: async () => (await import('../features/functions/functions-page.js')).FunctionsPage,
  function: async () => (await import('../features/functions/function-page.js')).FunctionPage,
  templates: async () => (await import('../features/templates/templates-page.js')).TemplatesPage,
  mailbox: async () => (await import('../features/mailbox/mailbox-page.js')).MailboxPage,
} satisfies Record<string, Load>

const pageByPath: Record<string, Load> = {
  '/conversations': pages.inbox,
  '/customers': pages.customers,
  '/notes': pages.notes,
  '/companies': pages.companies,
  '/tags': pages.tags,
  '/issues': pages.issues,
  '/reporting': pages.reporting,
  '/mailbox': pages.mailbox,
  '/developers/personal-api-keys': pages.apiKeys,
  '/developers/event-subscriptions': pages.eventSubscriptions,
  '/functions': pages.functions,
  '/developers/_templates': pages.templates,
  '/sessions/list': pages.sessions,
  '/sessions/setup': pages.sessionSetup,
  '/settings/account': pages.account,
  '/settings/team': pages.team,
  '/settings/profile': pages.profile,
  '/settings/saved-replies': pages.savedReplies,
  '/inboxes': pages.inboxes,
  '/integrations': pages.integrations,
  '/getting-started': pages.gettingStarted,
}

/** Loads a page before its link is clicked. */
export function preload(path: string) {
  pageByPath[path]?.().catch(() => undefined)
}
