/** Names in braces are replaced. Every language has the same ones. */
export const texts = {
  buttonFails: 'If the button does not work, open this link:',
  somebody: 'Somebody',
  you: 'You',
  openConversation: 'Open the conversation',
  verification: {
    heading: 'Verify your email address',
    lead: 'Please confirm that this email address is yours, so that we can reach you.',
    button: 'Verify email',
    footnote:
      'The link works for three days. You get this email because somebody signed up with your address. If that was not you, ignore it.',
  },
  passwordReset: {
    heading: 'Reset your password',
    lead: 'Somebody asked to reset the password of your account. Use this link to choose a new one.',
    button: 'Choose a new password',
    footnote:
      'The link works once, for one hour. If you did not ask for it, ignore this email. Your password stays the same.',
  },
  registration: {
    heading: 'Finish your registration',
    lead: 'Open this link and enter the password that you chose to finish your registration.',
    button: 'Finish registration',
    footnote:
      'The link works for one day. You get this email because somebody registered with your address. If that was not you, ignore it. Nobody can use the link without the password.',
  },
  welcome: {
    heading: 'Welcome to {company}',
    lead: 'Your account is ready. The first steps take a few minutes: put the chat on your site, connect your mailbox and invite your team. If you have a question, reply to this email.',
    button: 'Take the first steps',
    footnote: 'You get this email once, because you registered with this address.',
  },
  accountExists: {
    heading: 'You already have an account',
    lead: 'Somebody tried to register with your email address, but you already have an account. Use it to log in.',
    button: 'Log in',
    forgotten: 'Forgot your password? Choose a new one',
    footnote: 'If that was not you, ignore this email. Nothing has changed.',
  },
  invitation: {
    heading: '{who} invites you to join {company}',
    headingAlone: 'Join {company}',
    lead: 'You are invited to answer the customers of {company} together with the rest of the team.',
    button: 'Accept the invitation',
    footnote: 'The link works for three days. If you do not know who invites you, ignore this email.',
  },
  mention: {
    heading: '{who} mentioned you',
    colleague: 'A colleague',
    footnote: 'You get this email because you were mentioned. You can turn these emails off in your profile.',
  },
  webhookPaused: {
    heading: 'Your webhook is paused',
    lead: 'Your webhook at {host} did not accept any event for a day, so we stopped calling it. New events are kept for 30 days. Resume the webhook when it works again: everything that waited is then sent in order.',
    button: 'Open webhooks',
    footnote: 'You get this mail because you are an admin of {company}.',
  },
  mailboxFailing: {
    heading: 'Your mailbox stopped working',
    lead: 'We can no longer use the mailbox {email}. Most often its password was changed. Nothing is lost: as soon as the mailbox works again, the mail that came meanwhile is taken.',
    button: 'Open the mailbox settings',
    footnote: 'You get this mail because you are an admin of {company}.',
  },
  paymentFailed: {
    heading: 'Your payment failed',
    lead: 'We could not charge your card for your subscription. Please check the card or enter another one. Your plan stays until {date}. After that the account is on the Starter plan. Nothing is deleted.',
    button: 'Open billing',
    footnote: 'You get this mail because you are an admin of {company}.',
  },
  connectionFailing: {
    heading: 'Your connection to {service} stopped working',
    lead: 'We can no longer reach {service}. Most often somebody removed the app there. Nothing is lost: as soon as an admin connects it again, the messages that were written meanwhile are sent.',
    button: 'Open the integrations',
    footnote: 'You get this mail because you are an admin of {company}.',
  },
  unseenMessages: {
    heading: 'New message from {company}',
    leadNamed: 'Hi {who}, you have a new message from {company}.',
    lead: 'You have a new message from {company}.',
    button: 'Continue the chat',
    footnote: 'Answer this email to reply. You get it because you wrote to us in the chat.',
  },
  ratingRequest: {
    heading: 'How was your conversation with {company}?',
    lead: 'Your conversation was closed. Please rate it from 1 (bad) to 5 (very good). You can add a comment on the next page.',
    footnote: 'You get this email because you wrote to {company}.',
  },
  unsubscribe: {
    heading: 'Emails from {company}',
    lead: 'Do you want no more automatic emails from {company}? Answers to your own questions still reach you.',
    button: 'Unsubscribe',
    done: 'You get no more automatic emails from {company}.',
    again: 'Subscribe again',
    footnote: 'You get this email because you wait for news from {company}.',
    link: 'Unsubscribe',
  },
  weeklySummary: {
    heading: 'Your week at {company}',
    period: 'From {from} to {to}:',
    conversations: 'New conversations: {count}',
    messages: 'Messages received: {received}, sent: {sent}',
    firstReply: 'Median time to first reply: {time}',
    resolution: 'Median time to resolution: {time}',
    button: 'Open the report',
    footnote: 'You get this email because you turned on the weekly summary. You can turn it off in your profile.',
  },
  alert: {
    headingOne: 'New message from {who}',
    headingMany: 'New messages from {who}',
    anonymous: 'an anonymous visitor ({conversation})',
    lead: 'Somebody wrote to {company} and is waiting for an answer.',
    footnote:
      'You get this email because you turned on emails for new messages. You can turn them off in your profile.',
  },
}

export type Texts = typeof texts
