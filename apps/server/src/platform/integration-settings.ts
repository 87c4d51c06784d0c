import { createPrivateKey } from 'node:crypto'
import { address, setting, text, wholeNumber } from './setting.js'

const none = 'none: it cannot be connected'

/** The variables about outside services. */
export const integrationSettings = {
  slack_client_id: setting<string | undefined>('SLACK_CLIENT_ID', {
    also: ['PAPERCUPS_SLACK_CLIENT_ID', 'REACT_APP_SLACK_CLIENT_ID'],
    read: text,
    otherwise: undefined,
    shown: none,
    about: 'The client id of your Slack app: see docs/slack.md.',
  }),
  slack_client_secret: setting<string | undefined>('SLACK_CLIENT_SECRET', {
    also: ['PAPERCUPS_SLACK_CLIENT_SECRET'],
    read: text,
    otherwise: undefined,
    shown: none,
    about: 'Its client secret.',
  }),
  slack_signing_secret: setting<string | undefined>('SLACK_SIGNING_SECRET', {
    also: ['PAPERCUPS_SLACK_SIGNING_SECRET'],
    read: text,
    otherwise: undefined,
    shown: 'none: Slack’s calls are refused',
    about: 'Its signing secret, with which Slack signs its calls.',
  }),
  slack_url: setting('SLACK_URL', {
    read: serviceUrl('https://slack.com'),
    otherwise: 'https://slack.com',
    about: 'Where Slack is, for a gateway or a test.',
  }),
  operator_slack_webhook_url: setting<string | undefined>('OPERATOR_SLACK_WEBHOOK_URL', {
    also: ['PAPERCUPS_SLACK_WEBHOOK_URL'],
    read: address('https://hooks.slack.com/services/…', 'https:', 'http:'),
    otherwise: undefined,
    shown: 'none: no notes are sent',
    about: 'An incoming webhook of Slack, for notes to those who run the server: an account changed its plan.',
  }),
  google_client_id: setting<string | undefined>('GOOGLE_CLIENT_ID', {
    also: ['PAPERCUPS_GOOGLE_CLIENT_ID'],
    read: text,
    otherwise: undefined,
    shown: none,
    about: 'The client id of your app at Google: see docs/gmail.md.',
  }),
  google_client_secret: setting<string | undefined>('GOOGLE_CLIENT_SECRET', {
    also: ['PAPERCUPS_GOOGLE_CLIENT_SECRET'],
    read: text,
    otherwise: undefined,
    shown: none,
    about: 'Its client secret.',
  }),
  google_url: setting<string | undefined>('GOOGLE_URL', {
    read: serviceUrl('https://google.example.com'),
    otherwise: undefined,
    shown: 'none: Google’s own',
    about: 'In place of all URLs of Google, for a gateway or a test.',
  }),
  gmail_poll_seconds: setting('GMAIL_POLL_SECONDS', {
    read: wholeNumber(1, 600),
    otherwise: 20,
    about: 'Seconds between two looks for new mail in Gmail. Five times as long after ten quiet minutes.',
  }),
  gmail_sync_days: setting('GMAIL_SYNC_DAYS', {
    read: wholeNumber(0, 365),
    otherwise: 7,
    about: 'How many days of earlier mail are taken when a Gmail mailbox is connected.',
  }),
  gmail_pubsub_topic: setting<string | undefined>('GMAIL_PUBSUB_TOPIC', {
    read: text,
    otherwise: undefined,
    shown: 'none: Gmail is asked',
    about: 'A topic of Google Cloud Pub/Sub to which Gmail reports new mail: see docs/gmail.md.',
  }),
  gmail_push_token: setting<string | undefined>('GMAIL_PUSH_TOKEN', {
    read: text,
    otherwise: undefined,
    shown: 'none: reports are refused',
    about: 'The secret in the URL to which Pub/Sub sends its reports.',
  }),
  discord_url: setting('DISCORD_URL', {
    read: serviceUrl('https://discord.com'),
    otherwise: 'https://discord.com',
    about: 'Where Discord is, for a gateway or a test.',
  }),
  discord_poll_seconds: setting('DISCORD_POLL_SECONDS', {
    read: wholeNumber(1, 60),
    otherwise: 3,
    about: 'Seconds between two looks for answers in Discord. Five times as long after ten quiet minutes.',
  }),
  expo_url: setting('EXPO_URL', {
    read: serviceUrl('https://exp.host'),
    otherwise: 'https://exp.host',
    about: 'Where Expo is, which brings notifications to the phones of the team.',
  }),
  expo_access_token: setting<string | undefined>('EXPO_ACCESS_TOKEN', {
    read: text,
    otherwise: undefined,
    shown: 'none: Expo asks for none by default',
    about: 'The access token of your Expo account.',
  }),
  twilio_url: setting('TWILIO_URL', {
    read: serviceUrl('https://api.twilio.com'),
    otherwise: 'https://api.twilio.com',
    about: 'Where Twilio is, for a gateway or a test.',
  }),
  github_app_id: setting<string | undefined>('GITHUB_APP_ID', {
    also: ['PAPERCUPS_GITHUB_APP_ID'],
    read: text,
    otherwise: undefined,
    shown: none,
    about: 'The id of your GitHub app: see docs/github.md.',
  }),
  github_app_name: setting<string | undefined>('GITHUB_APP_NAME', {
    also: ['REACT_APP_GITHUB_APP_NAME'],
    read: text,
    otherwise: undefined,
    shown: none,
    about: 'Its name as in its URL, https://github.com/apps/<name>.',
  }),
  github_private_key: setting<string | undefined>('GITHUB_PRIVATE_KEY', {
    also: ['PAPERCUPS_GITHUB_PEM'],
    read: privateKey,
    otherwise: undefined,
    shown: none,
    about: 'Its private key in PEM format. Line breaks may be written as \\n.',
  }),
  github_client_id: setting<string | undefined>('GITHUB_CLIENT_ID', {
    also: ['PAPERCUPS_GITHUB_CLIENT_ID'],
    read: text,
    otherwise: undefined,
    shown: none,
    about: 'Its client id.',
  }),
  github_client_secret: setting<string | undefined>('GITHUB_CLIENT_SECRET', {
    also: ['PAPERCUPS_GITHUB_CLIENT_SECRET'],
    read: text,
    otherwise: undefined,
    shown: none,
    about: 'Its client secret.',
  }),
  github_webhook_secret: setting<string | undefined>('GITHUB_WEBHOOK_SECRET', {
    also: ['PAPERCUPS_GITHUB_WEBHOOK_SECRET'],
    read: text,
    otherwise: undefined,
    shown: 'none: GitHub’s calls are refused',
    about: 'The secret of its webhook, with which GitHub signs its calls.',
  }),
  github_host: setting('GITHUB_HOST', {
    read: host,
    otherwise: 'github.com',
    about: 'The host of your GitHub Enterprise Server, for example github.acme.com.',
  }),
  github_url: setting<string | undefined>('GITHUB_URL', {
    read: serviceUrl('https://github.com'),
    otherwise: undefined,
    shown: 'from GITHUB_HOST',
    about: 'Where GitHub is, for a gateway or a test.',
  }),
  github_api_url: setting<string | undefined>('GITHUB_API_URL', {
    read: serviceUrl('https://api.github.com'),
    otherwise: undefined,
    shown: 'from GITHUB_HOST',
    about: 'Where the API of GitHub is.',
  }),
  hubspot_client_id: setting<string | undefined>('HUBSPOT_CLIENT_ID', {
    also: ['PAPERCUPS_HUBSPOT_CLIENT_ID', 'REACT_APP_HUBSPOT_CLIENT_ID'],
    read: text,
    otherwise: undefined,
    shown: none,
    about: 'The client id of your HubSpot app: see docs/hubspot.md.',
  }),
  hubspot_client_secret: setting<string | undefined>('HUBSPOT_CLIENT_SECRET', {
    also: ['PAPERCUPS_HUBSPOT_CLIENT_SECRET'],
    read: text,
    otherwise: undefined,
    shown: none,
    about: 'Its client secret.',
  }),
  hubspot_scopes: setting('HUBSPOT_SCOPES', {
    read: text,
    otherwise: 'contacts content',
    about: 'The scopes of your HubSpot app, with spaces between them.',
  }),
  hubspot_url: setting('HUBSPOT_URL', {
    read: serviceUrl('https://api.hubapi.com'),
    otherwise: 'https://api.hubapi.com',
    about: 'Where the API of HubSpot is, for a gateway or a test.',
  }),
  hubspot_app_url: setting('HUBSPOT_APP_URL', {
    read: serviceUrl('https://app.hubspot.com'),
    otherwise: 'https://app.hubspot.com',
    about: 'Where people open HubSpot, for example https://app-eu1.hubspot.com.',
  }),
  intercom_client_id: setting<string | undefined>('INTERCOM_CLIENT_ID', {
    also: ['PAPERCUPS_INTERCOM_CLIENT_ID', 'REACT_APP_INTERCOM_CLIENT_ID'],
    read: text,
    otherwise: undefined,
    shown: none,
    about: 'The client id of your Intercom app: see docs/intercom.md.',
  }),
  intercom_client_secret: setting<string | undefined>('INTERCOM_CLIENT_SECRET', {
    also: ['PAPERCUPS_INTERCOM_CLIENT_SECRET'],
    read: text,
    otherwise: undefined,
    shown: none,
    about: 'Its client secret.',
  }),
  intercom_url: setting('INTERCOM_URL', {
    read: serviceUrl('https://api.intercom.io'),
    otherwise: 'https://api.intercom.io',
    about: 'Where the API of Intercom is, for example https://api.eu.intercom.io.',
  }),
  intercom_app_url: setting('INTERCOM_APP_URL', {
    read: serviceUrl('https://app.intercom.com'),
    otherwise: 'https://app.intercom.com',
    about: 'Where people open Intercom, for example https://app.eu.intercom.com.',
  }),
}

function serviceUrl(example: string) {
  const read = address(example, 'https:', 'http:')
  return (value: string) => read(value).replace(/\/+$/, '')
}

function host(value: string) {
  const name = value.toLowerCase()
  if (!/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/.test(name))
    throw new Error('must be a host like github.acme.com')
  return name
}

/** Platforms that allow no line breaks in variables write them as `\n`. */
function privateKey(value: string) {
  const pem = value.replaceAll('\\n', '\n')
  try {
    createPrivateKey(pem)
  } catch {
    throw new Error('must be a private key in PEM format')
  }
  return pem
}
