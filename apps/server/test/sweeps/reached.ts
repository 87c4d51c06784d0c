const PASSWORD = 'asks for the password, and the sample is a wrong one'
const STRIPE = 'needs Stripe, and the server of the sweep has no billing'
const SECRET = 'needs a secret that the server mailed, showed once or put into a form'

/** Routes that refuse even the caller's own ids in the tenant sweep, and why. Their handlers have tests of their own. */
export const UNREACHED_ROUTES: Record<string, string> = {
  'POST /api/two_factor': PASSWORD,
  'PUT /api/two_factor': PASSWORD,
  'DELETE /api/two_factor': PASSWORD,
  'POST /api/two_factor/recovery_codes': PASSWORD,
  'DELETE /api/accounts/:any': PASSWORD,
  'POST /api/session': PASSWORD,
  'POST /api/session/two_factor': SECRET,
  'POST /api/session/renew': SECRET,
  'POST /api/verify_email': SECRET,
  'PUT /api/reset_password': SECRET,
  'POST /api/registration': SECRET,
  'POST /api/registration/confirm': SECRET,
  'GET /api/conversations/shared': SECRET,
  'GET /api/conversations/shared/file': SECRET,
  'POST /chat/:account_id': SECRET,
  'POST /chat/:account_id/switch': SECRET,
  'POST /chat/:account_id/rating': SECRET,
  'GET /rate/:token': SECRET,
  'POST /rate/:token': SECRET,
  'POST /api/suppressed_emails/lift': 'needs an email that bounced',
  'GET /unsubscribe/:token': SECRET,
  'POST /unsubscribe/:token': SECRET,
  'GET /metrics': SECRET,
  'POST /api/mail/inbound': SECRET,
  'POST /api/mail/inbound/mime': SECRET,
  'POST /api/mail/inbound/mailgun': SECRET,
  'POST /api/ses/webhook': SECRET,
  'POST /api/slack/webhook': SECRET,
  'POST /api/slack/actions': SECRET,
  'GET /api/slack/oauth': SECRET,
  'POST /api/slack/oauth': 'needs the settings of a Slack app',
  'POST /api/stripe/webhook': SECRET,
  'POST /api/billing': STRIPE,
  'PUT /api/billing': STRIPE,
  'DELETE /api/billing': STRIPE,
  'POST /api/billing/cancel': STRIPE,
  'POST /api/billing/resume': STRIPE,
  'POST /api/billing/preview': STRIPE,
  'POST /api/billing/setup_intent': STRIPE,
  'POST /api/payment_methods': STRIPE,
  'POST /api/mattermost/auth': 'needs the URL of a Mattermost, and the sample is none',
  'GET /api/mattermost/channels': 'calls a Mattermost, and the sample is none',
  'POST /api/mattermost/test': 'calls a Mattermost, and the sample is none',
  'POST /api/discord/auth': 'calls Discord with the given token, and the sample is none',
  'POST /api/discord/bot': 'calls Discord with the given token, and the sample is none',
  'POST /api/discord/test': 'calls Discord with the given token, and the sample is none',
  'POST /api/twilio/auth': 'needs a number of Twilio, and the sample is none',
  'POST /api/twilio/send': 'needs a number of Twilio, and the sample is none',
  'POST /api/v1/twilio/send': 'needs a number of Twilio, and the sample is none',
  'POST /api/twilio/conversations': 'needs a number of Twilio, and the sample is none',
  'POST /api/twilio/webhook': SECRET,
  'POST /api/github/webhook': SECRET,
  'GET /api/github/oauth': SECRET,
  'POST /api/github/oauth': 'needs the settings of a GitHub app',
  'GET /api/github/issues': 'needs a URL or a repository, and neither is required alone',
  'GET /api/v1/github/issues': 'needs a URL or a repository, and neither is required alone',
  'POST /api/github/issues': 'needs an installation at GitHub, and the sample is revoked',
  'POST /api/v1/github/issues': 'needs an installation at GitHub, and the sample is revoked',
  'POST /api/github/sync': 'needs an installation at GitHub, and the sample is revoked',
  'POST /api/twilio/status': SECRET,
  'GET /api/hubspot/oauth': SECRET,
  'POST /api/hubspot/oauth': 'needs the settings of a HubSpot app',
  'GET /api/hubspot/contacts': 'calls HubSpot with the token of the connection, and the sample is none',
  'POST /api/hubspot/contacts': 'calls HubSpot with the token of the connection, and the sample is none',
  'GET /api/intercom/callback': SECRET,
  'POST /api/intercom/oauth': 'needs the settings of an Intercom app',
  'GET /api/intercom/contacts': 'calls Intercom with the token of the connection, and the sample is none',
  'POST /api/intercom/contacts': 'calls Intercom with the token of the connection, and the sample is none',
  'POST /api/intercom/imports': 'needs a connection that works, and the sample is none',
  'POST /api/intercom/imports/:id/resume': 'needs a connection that works, and the sample is none',
  'GET /api/slack/channels': 'calls Slack with the token of the connection, and the sample is none',
  'POST /api/accounts': 'is always refused: an account comes with its first user',
  'DELETE /api/sessions/:id': 'takes sessions of the caller only, and the calls before it end them',
  'DELETE /api/users/:id': 'takes only the caller, who is the last admin',
  'POST /api/event_subscriptions/:id/test': 'needs a URL that has answered',
  'POST /api/customer_imports': 'would replace the import that later calls need',
  'POST /api/customer_imports/:id/check': 'needs the names of the columns in the file',
  'POST /api/customer_imports/:id/start': 'needs a file that was checked',
  'POST /api/lambdas/:id/deploy': 'takes a zip, and the sample is none',
  'GET /api/google/auth': 'needs the settings of a Google app',
  'GET /api/google/oauth': 'needs the settings of a Google app',
  'POST /api/gmail/push': 'needs the token that an operator sets',
  'POST /api/gmail/send': 'needs a mailbox of the primary inbox, and the samples have no inbox',
  'POST /api/v1/gmail/send': 'needs a mailbox of the primary inbox, and the samples have no inbox',
  'GET /api/gmail/profile': 'needs a mailbox of the primary inbox, and the samples have no inbox',
  'PUT /api/google/sheets/spreadsheet': 'calls Google with the token of the connection, and the sample is none',
  'PUT /api/google/sheets/exports/:record': 'needs the names of columns, and the sample is none',
  'GET /assets/*': 'needs the name of a built file',
  'GET /docs/:page': 'needs the name of a page, and the sample is none',
  'GET /storytime/*': 'needs the name of a built file',
  'GET /widget/assets/*': 'needs the name of a built file',
}

/** The same of socket events. */
export const UNREACHED_EVENTS: Record<string, string> = {
  'pointer:show in events:admin:{account_id}:{session_id}': 'needs a visitor who agreed',
  'pointer:show in events:admin:{account_id}:{session_id}:batches': 'needs a visitor who agreed',
}

/** Remembers which routes or events accept the caller's own ids, so that the sweep reaches their handler. */
export class OwnCalls {
  // Not global: files that run in one worker share their modules.
  readonly #accepted = new Set<string>()
  readonly #refused = new Map<string, string>()

  note(title: string, isAccepted: boolean, answer: string) {
    if (isAccepted) this.#accepted.add(title)
    else this.#refused.set(title, answer)
  }

  /** What refused every such request, with the last answer, and entries of `known` that are out of date. */
  findUnreached(known: Record<string, string>): string[] {
    const unreached = [...this.#refused].filter(([title]) => !this.#accepted.has(title))
    const unexpected = unreached.filter(([title]) => !(title in known))
    const outdated = Object.keys(known).filter((title) => !unreached.some(([other]) => other === title))
    return [
      ...unexpected.map(
        ([title, answer]) =>
          `${title} refuses the caller's own ids: ${answer.slice(0, 300)}. Give it a row in SPARES of ` +
          'test/sweeps/id-columns.ts, or the reason in test/sweeps/reached.ts.',
      ),
      ...outdated.map((title) => `${title} is listed in test/sweeps/reached.ts but is reached`),
    ]
  }
}
