/** What stands in braces is filled in; every language has the same places. */
export const texts = {
  buttonFails: 'If the button does not work, open this address:',
  somebody: 'Somebody',
  openConversation: 'Open the conversation',
  verification: {
    heading: 'Verify your email address',
    lead: 'Please confirm that this address is yours, so that we can reach you.',
    button: 'Verify email',
    footnote:
      'The link works for three days. You get this mail because somebody signed up with this address; if that was not you, ignore it.',
  },
  passwordReset: {
    heading: 'Reset your password',
    lead: 'Somebody asked to reset the password of your account. Choose a new one behind this link.',
    button: 'Choose a new password',
    footnote:
      'The link works once, for one hour. If you did not ask for it, ignore this mail: your password stays as it is.',
  },
  registration: {
    heading: 'Finish your registration',
    lead: 'Open this link and enter the password that you chose. Then your account is ready.',
    button: 'Finish registration',
    footnote:
      'The link works for one day. You get this mail because somebody registered with this address; if that was not you, ignore it: without the password nobody can use the link.',
  },
  accountExists: {
    heading: 'You already have an account',
    lead: 'Somebody tried to register with this address, but it already has an account. You can log in with it.',
    button: 'Log in',
    forgotten: 'Forgot your password? Choose a new one',
    footnote: 'If that was not you, ignore this mail: your account stays as it is.',
  },
  invitation: {
    heading: '{who} invites you to join {company}',
    headingAlone: 'Join {company}',
    lead: 'You are invited to answer the customers of {company} together with the rest of the team.',
    button: 'Accept the invitation',
    footnote: 'The link works for three days. If you do not know who invites you, ignore this mail.',
  },
  mention: {
    heading: '{who} mentioned you',
    colleague: 'A colleague',
    footnote: 'You get this mail because you were mentioned. Your profile has a switch to turn these mails off.',
  },
  alert: {
    headingOne: 'New message from {who}',
    headingMany: 'New messages from {who}',
    anonymous: 'an anonymous visitor ({conversation})',
    lead: 'Somebody wrote to {company} and waits for an answer.',
    footnote:
      'You get this mail because you asked to be told of new messages. Your profile has a switch to turn it off.',
  },
}

export type Texts = typeof texts
