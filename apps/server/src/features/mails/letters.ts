import { printable, type Brand } from './brand.js'
import { layOut } from './layout.js'

export function verificationLetter(brand: Brand, url: string) {
  return {
    subject: 'Verify your email address',
    ...layOut(brand, {
      heading: 'Verify your email address',
      paragraphs: ['Please confirm that this address is yours, so that we can reach you.'],
      action: { label: 'Verify email', url },
      footnote:
        'The link works for three days. You get this mail because somebody signed up with this address; if that was not you, ignore it.',
    }),
  }
}

export function passwordResetLetter(brand: Brand, url: string) {
  return {
    subject: 'Reset your password',
    ...layOut(brand, {
      heading: 'Reset your password',
      paragraphs: ['Somebody asked to reset the password of your account. Choose a new one behind this link.'],
      action: { label: 'Choose a new password', url },
      footnote:
        'The link works once, for one hour. If you did not ask for it, ignore this mail: your password stays as it is.',
    }),
  }
}

export function invitationLetter(brand: Brand, inviter: string | null, url: string) {
  const who = printable(inviter ?? '')
  const heading = who && who !== brand.name ? `${who} invites you to join ${brand.name}` : `Join ${brand.name}`
  return {
    subject: heading,
    ...layOut(brand, {
      heading,
      paragraphs: [`You are invited to answer the customers of ${brand.name} together with the rest of the team.`],
      action: { label: 'Accept the invitation', url },
      footnote: 'The link works for three days. If you do not know who invites you, ignore this mail.',
    }),
  }
}

/** `messages` are the last words of the conversation, oldest first. */
export function mentionLetter(
  brand: Brand,
  sender: string,
  messages: Array<{ name: string; text: string }>,
  url: string,
) {
  const heading = `${printable(sender) ?? 'A colleague'} mentioned you`
  return {
    subject: heading,
    ...layOut(brand, {
      heading,
      paragraphs: messages.map(({ name, text }) => `${name}: ${text}`),
      action: { label: 'Open the conversation', url },
      footnote: 'You get this mail because you were mentioned. Your profile has a switch to turn these mails off.',
    }),
  }
}
