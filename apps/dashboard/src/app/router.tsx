import type { ComponentType } from 'react'
import { createBrowserRouter, createPath, type RouteObject } from 'react-router'
import { env } from '../lib/env.js'
import { Redirect } from '../ui/redirect.js'
import { Boot } from './boot.js'
import { pages } from './pages.js'
import { AdminOnly, Moved } from './role-guard.js'
import { RouteError } from './route-error.js'
import { SignedOutOnly } from './session-guard.js'

const HOME = '/conversations/all'
const home = <Redirect to={HOME} />

type Load = () => Promise<ComponentType>

/** Each page has its own error boundary. */
const page = (path: string, load: Load): RouteObject => ({ path, lazy: fetching(load), ErrorBoundary: RouteError })

/**
 * A chunk that cannot be loaded throws on render. If the loader itself failed, the first page would stay a skeleton.
 */
const fetching = (load: Load) => async () => ({
  Component: await load().catch((error: unknown) => () => {
    throw error
  }),
})

/** A page that does not exist yet. Its path leads to the inbox. */
const later = (path: string): RouteObject => ({ path, element: home })

const moved = (path: string, from: string, to: string): RouteObject => ({
  path,
  element: <Moved from={from} to={to} />,
})

const legacy = [
  moved('/account/getting-started', '/account/getting-started', '/settings/chat-widget'),
  moved('/account/*', '/account', '/settings'),
  moved('/billing', '/billing', '/settings/billing'),
  moved('/saved-replies', '/saved-replies', '/settings/saved-replies'),
]

const settings: RouteObject[] = [
  page('/settings/profile', pages.profile),
  page('/settings/saved-replies', pages.savedReplies),
  {
    element: <AdminOnly otherwise="/settings/profile" />,
    children: [
      page('/settings/email-forwarding', pages.emailForwarding),
      page('/settings/chat-widget', pages.widgetSettings),
      ...(env.flags.billing_enabled ? [page('/settings/billing', pages.billing)] : []),
      page('/settings/team', pages.team),
      page('/settings/*', pages.account),
    ],
  },
]

/** All paths of the dashboard. */
export const router = createBrowserRouter([
  {
    ErrorBoundary: RouteError,
    HydrateFallback: Boot,
    children: [
      {
        element: <SignedOutOnly landing="/conversations" />,
        children: [
          page('/login', pages.login),
          page('/reset-password', pages.requestReset),
          page('/reset-password-requested', pages.resetRequested),
          page('/reset', pages.reset),
        ],
      },
      {
        element: <SignedOutOnly landing="/getting-started" />,
        children: [
          page('/register', pages.register),
          page('/register/confirm', pages.confirmRegistration),
          page('/register/:invite', pages.register),
        ],
      },
      page('/verify', pages.verify),
      page('/demo', pages.demo),
      page('/bot/demo', pages.botDemo),
      page('/sandbox', pages.sandbox),
      page('/share', pages.share),
      {
        lazy: fetching(async () => (await import('./shell.js')).Shell),
        children: [
          page('/conversations/:bucket/:conversation_id?', pages.inbox),
          page('/inboxes/:inbox_id/conversations/:conversation_id?', pages.inbox),
          page('/customers', pages.customers),
          page('/customers/:customer_id', pages.customer),
          page('/v1/customers/:customer_id', pages.customer),
          page('/notes', pages.notes),
          page('/companies', pages.companies),
          page('/companies/new', pages.newCompany),
          page('/companies/:company_id', pages.companyDetails),
          page('/companies/:company_id/edit', pages.editCompany),
          page('/tags', pages.tags),
          page('/tags/:tag_id', pages.tagDetails),
          page('/issues', pages.issues),
          page('/issues/:issue_id', pages.issueDetails),
          page('/reporting', pages.reporting),
          page('/sessions/live/:session_id', pages.liveSession),
          page('/sessions/replay/:session_id', pages.sessionReplay),
          page('/sessions/setup', pages.sessionSetup),
          page('/sessions/*', pages.sessions),
          page('/integrations/google', pages.googleReturn),
          ...settings,
          {
            element: <AdminOnly otherwise={HOME} />,
            children: [
              page('/getting-started', pages.gettingStarted),
              page('/inboxes', pages.inboxes),
              page('/inboxes/:inbox_id/integrations?', pages.inboxDetails),
              page('/inboxes/:inbox_id/chat-widget', pages.widgetSettings),
              page('/inboxes/:inbox_id/email-forwarding', pages.emailForwarding),
              page('/integrations', pages.integrations),
              page('/integrations/discord', pages.discord),
              page('/inboxes/:inbox_id/integrations/discord', pages.discord),
              page('/integrations/hubspot', pages.hubspot),
              page('/integrations/intercom', pages.intercom),
              page('/integrations/google/gmail', pages.gmail),
              page('/integrations/google/sheets', pages.googleSheets),
              page('/inboxes/:inbox_id/integrations/google/gmail', pages.gmail),
              page('/integrations/github', pages.github),
              page('/integrations/mattermost', pages.mattermost),
              page('/inboxes/:inbox_id/integrations/mattermost', pages.mattermost),
              page('/integrations/slack', pages.slackReturn),
              page('/integrations/slack/:kind', pages.slack),
              page('/inboxes/:inbox_id/integrations/slack/:kind', pages.slack),
              page('/integrations/twilio', pages.twilio),
              page('/inboxes/:inbox_id/integrations/twilio', pages.twilio),
              page('/developers/personal-api-keys', pages.apiKeys),
              page('/developers/event-subscriptions', pages.eventSubscriptions),
              page('/developers/event-subscriptions/:subscription_id', pages.eventSubscription),
              page('/functions', pages.functions),
              page('/functions/:function_id', pages.function),
              page('/developers/_templates', pages.templates),
              env.is_development ? page('/mailbox/:mail_id?', pages.mailbox) : later('/mailbox/*'),
            ],
          },
          ...legacy,
          { path: '*', element: home },
        ],
      },
    ],
  },
])

/** The path that the user is navigating to. */
export function destination(): string | undefined {
  const { initialized, location, navigation } = router.state
  const ahead = navigation.location ?? (initialized ? undefined : location)
  return ahead && createPath(ahead)
}
