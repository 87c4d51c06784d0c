import { HOME } from './people.js'

export const SOME_ID = '5f0c1c2e-8a3f-4c1d-9d7b-0a1b2c3d4e5f'

/** Open to everybody, signed in or not. */
export const publicPages = ['/verify', '/demo', '/bot/demo', '/sandbox', '/share']
/** For people who are signed out. Others are redirected. */
export const entryPages = [
  '/login',
  '/register',
  `/register/${SOME_ID}`,
  '/reset-password',
  '/reset-password-requested',
  '/reset',
]

/** Each path, and where it leads an admin and a member (if different). */
export const routes: [path: string, admin: string, member?: string][] = [
  ['/', HOME],
  ['/conversations', HOME],
  ['/conversations/closed', '/conversations/closed'],
  ['/nowhere/at/all', HOME],
  ['/getting-started', '/getting-started', HOME],
  ['/mailbox', HOME],

  ['/settings', '/settings', '/settings/profile'],
  ['/settings/account', '/settings/account', '/settings/profile'],
  ['/settings/overview', '/settings/overview', '/settings/profile'],
  ['/settings/team', '/settings/team', '/settings/profile'],
  ['/settings/profile', '/settings/profile'],
  ['/inboxes', '/inboxes', HOME],
  [`/inboxes/${SOME_ID}`, `/inboxes/${SOME_ID}`, HOME],
  [`/inboxes/${SOME_ID}/conversations`, `/inboxes/${SOME_ID}/conversations`],
  [`/inboxes/${SOME_ID}/integrations`, `/inboxes/${SOME_ID}/integrations`, HOME],
  [`/inboxes/${SOME_ID}/chat-widget`, `/inboxes/${SOME_ID}/chat-widget`, HOME],
  [`/inboxes/${SOME_ID}/email-forwarding`, `/inboxes/${SOME_ID}/email-forwarding`, HOME],
  ['/settings/chat-widget', '/settings/chat-widget', '/settings/profile'],
  ['/settings/email-forwarding', '/settings/email-forwarding', '/settings/profile'],
  ['/integrations', '/integrations', HOME],
  ['/integrations/discord', '/integrations/discord', HOME],
  [`/inboxes/${SOME_ID}/integrations/discord`, `/inboxes/${SOME_ID}/integrations/discord`, HOME],
  ['/integrations/hubspot', '/integrations/hubspot', HOME],
  ['/integrations/intercom', '/integrations/intercom', HOME],
  ['/integrations/google', '/integrations', HOME],
  [
    `/integrations/google?state=support:${SOME_ID}:x&scope=https://www.googleapis.com/auth/gmail.modify`,
    `/inboxes/${SOME_ID}/integrations/google/gmail?state=support%3A${SOME_ID}%3Ax&scope=https%3A%2F%2Fwww.googleapis.com%2Fauth%2Fgmail.modify`,
    HOME,
  ],
  [
    '/integrations/google?state=personal::x&scope=gmail.modify',
    '/settings/profile?state=personal%3A%3Ax&scope=gmail.modify',
  ],
  ['/integrations/google/gmail', '/integrations/google/gmail', HOME],
  [`/inboxes/${SOME_ID}/integrations/google/gmail`, `/inboxes/${SOME_ID}/integrations/google/gmail`, HOME],
  ['/integrations/github', '/integrations/github', HOME],
  ['/integrations/google/sheets', '/integrations/google/sheets', HOME],
  [
    '/integrations/google?state=sheets::x&scope=https://www.googleapis.com/auth/spreadsheets',
    '/integrations/google/sheets?state=sheets%3A%3Ax&scope=https%3A%2F%2Fwww.googleapis.com%2Fauth%2Fspreadsheets',
    HOME,
  ],
  ['/integrations/mattermost', '/integrations/mattermost', HOME],
  [`/inboxes/${SOME_ID}/integrations/mattermost`, `/inboxes/${SOME_ID}/integrations/mattermost`, HOME],
  ['/integrations/twilio', '/integrations/twilio', HOME],
  [`/inboxes/${SOME_ID}/integrations/twilio`, `/inboxes/${SOME_ID}/integrations/twilio`, HOME],
  ['/integrations/slack', '/integrations', HOME],
  ['/integrations/slack?type=reply', '/integrations/slack/reply?type=reply', HOME],
  [
    `/integrations/slack?state=support:${SOME_ID}`,
    `/inboxes/${SOME_ID}/integrations/slack/support?state=support%3A${SOME_ID}`,
    HOME,
  ],
  ['/integrations/slack/reply', '/integrations/slack/reply', HOME],
  [`/inboxes/${SOME_ID}/integrations/slack/support`, `/inboxes/${SOME_ID}/integrations/slack/support`, HOME],
  ['/developers/personal-api-keys', '/developers/personal-api-keys', HOME],
  ['/developers/event-subscriptions', '/developers/event-subscriptions', HOME],
  [`/developers/event-subscriptions/${SOME_ID}`, `/developers/event-subscriptions/${SOME_ID}`, HOME],
  ['/functions', '/functions', HOME],
  [`/functions/${SOME_ID}`, `/functions/${SOME_ID}`, HOME],
  ['/developers/_templates', '/developers/_templates', HOME],
  // Without billing there is no such page.
  ['/settings/billing', '/settings/billing', '/settings/profile'],

  ['/account', '/settings', '/settings/profile'],
  ['/account/overview?x=1', '/settings/overview?x=1', '/settings/profile'],
  ['/account/team?x=1#y', '/settings/team?x=1#y', '/settings/profile'],
  ['/account/profile?x=1', '/settings/profile?x=1'],
  ['/account/getting-started', '/settings/chat-widget', '/settings/profile'],
  ['/account/anything/else', '/settings/anything/else', '/settings/profile'],
  ['/billing?x=1', '/settings/billing?x=1', '/settings/profile'],
  ['/saved-replies?x=1', '/settings/saved-replies?x=1'],
  ['/settings/saved-replies', '/settings/saved-replies'],

  ...[
    '/customers',
    `/customers/${SOME_ID}`,
    `/v1/customers/${SOME_ID}`,
    '/notes',
    '/companies',
    '/companies/new',
    `/companies/${SOME_ID}`,
    `/companies/${SOME_ID}/edit`,
    '/tags',
    `/tags/${SOME_ID}`,
    '/issues',
    `/issues/${SOME_ID}`,
    '/reporting',
    '/sessions',
    '/sessions/list',
    '/sessions/setup',
    `/sessions/live/${SOME_ID}`,
  ].map((path): [string, string] => [path, path]),
]
