import { isEmail } from './address.js'
import { printable, type Brand } from './brand.js'
import { fill } from '../../account/accounts/language.js'
import { TEXTS } from './language.js'
import { layOut, type Quote } from './layout.js'

export function verificationEmail(brand: Brand, url: string) {
  const { heading, lead, button, footnote } = TEXTS[brand.language].verification
  return layOut(brand, { heading, paragraphs: [lead], action: { label: button, url }, footnote })
}

export function passwordResetEmail(brand: Brand, url: string) {
  const { heading, lead, button, footnote } = TEXTS[brand.language].passwordReset
  return layOut(brand, { heading, paragraphs: [lead], action: { label: button, url }, footnote })
}

export function registrationEmail(brand: Brand, url: string) {
  const { heading, lead, button, footnote } = TEXTS[brand.language].registration
  return layOut(brand, { heading, paragraphs: [lead], action: { label: button, url }, footnote })
}

export function welcomeEmail(brand: Brand, url: string) {
  const { language, name: company } = brand
  const { heading, lead, button, footnote } = TEXTS[language].welcome
  const action = { label: button, url }
  return layOut(brand, { heading: fill(language, heading, { company }), paragraphs: [lead], action, footnote })
}

/** For somebody who registers with an email that has an account. */
export function accountExistsEmail(brand: Brand, urls: { login: string; reset: string }) {
  const { heading, lead, button, forgotten, footnote } = TEXTS[brand.language].accountExists
  const action = { label: button, url: urls.login }
  const second_link = { label: forgotten, url: urls.reset }
  return layOut(brand, { heading, paragraphs: [lead], action, second_link, footnote })
}

export function invitationEmail(brand: Brand, inviter: string | null, url: string) {
  const { language, name: company } = brand
  const texts = TEXTS[language].invitation
  const who = printable(inviter ?? '')
  const heading =
    who && who !== company
      ? fill(language, texts.heading, { who, company })
      : fill(language, texts.headingAlone, { company })
  const lead = fill(language, texts.lead, { company })
  return layOut(brand, {
    heading,
    paragraphs: [lead],
    action: { label: texts.button, url },
    footnote: texts.footnote,
  })
}

/** `quotes` are the last messages, oldest first. */
export function mentionEmail(brand: Brand, sender: string, quotes: Quote[], url: string) {
  const { mention, openConversation } = TEXTS[brand.language]
  const who = printable(sender) ?? mention.colleague
  const heading = fill(brand.language, mention.heading, { who })
  return layOut(brand, {
    heading,
    paragraphs: [],
    quotes,
    action: { label: openConversation, url },
    footnote: mention.footnote,
  })
}

/** `host` is of the URL that failed. An admin chose it, and only admins get this email. */
export function webhookPausedEmail(brand: Brand, host: string, url: string) {
  const { language, name: company } = brand
  const { heading, lead, button, footnote } = TEXTS[language].webhookPaused
  return layOut(brand, {
    heading,
    paragraphs: [fill(language, lead, { host })],
    action: { label: button, url },
    footnote: fill(language, footnote, { company }),
  })
}

/** `email` is of the mailbox. An admin entered it, and only admins get this email. */
export function mailboxFailingEmail(brand: Brand, email: string, url: string) {
  const { language, name: company } = brand
  const { heading, lead, button, footnote } = TEXTS[language].mailboxFailing
  return layOut(brand, {
    heading,
    paragraphs: [fill(language, lead, { email })],
    action: { label: button, url },
    footnote: fill(language, footnote, { company }),
  })
}

export function connectionFailingEmail(brand: Brand, service: string, url: string) {
  const { language, name: company } = brand
  const { heading, lead, button, footnote } = TEXTS[language].connectionFailing
  return layOut(brand, {
    heading: fill(language, heading, { service }),
    paragraphs: [fill(language, lead, { service })],
    action: { label: button, url },
    footnote: fill(language, footnote, { company }),
  })
}

/** Only admins get this email. */
export function paymentFailedEmail(brand: Brand, plan_ends_at: Date, url: string) {
  const { language, name: company } = brand
  const { heading, lead, button, footnote } = TEXTS[language].paymentFailed
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(plan_ends_at)
  return layOut(brand, {
    heading,
    paragraphs: [fill(language, lead, { date })],
    action: { label: button, url },
    footnote: fill(language, footnote, { company }),
  })
}

export interface WeekOfReport {
  from: string
  to: string
  conversations: number
  received: number
  sent: number
  /** Medians in seconds, or undefined without any. */
  first_reply: number | undefined
  resolution: number | undefined
}

/** `week` has the numbers of the last week, from Monday to Sunday. */
export function weeklySummaryEmail(brand: Brand, week: WeekOfReport, url: string) {
  const { language, name: company } = brand
  const texts = TEXTS[language].weeklySummary
  const say = (text: string, parts: Record<string, string>) => fill(language, text, parts)
  const number = new Intl.NumberFormat(language)
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  const [from, to] = [date.format(new Date(week.from)), date.format(new Date(week.to))]
  const [received, sent] = [number.format(week.received), number.format(week.sent)]
  const times = [
    ...(week.first_reply === undefined ? [] : [say(texts.firstReply, { time: durationOf(week.first_reply) })]),
    ...(week.resolution === undefined ? [] : [say(texts.resolution, { time: durationOf(week.resolution) })]),
  ]
  return layOut(brand, {
    heading: say(texts.heading, { company }),
    paragraphs: [
      say(texts.period, { from, to }),
      say(texts.conversations, { count: number.format(week.conversations) }),
      say(texts.messages, { received, sent }),
      ...times,
    ],
    action: { label: texts.button, url },
    footnote: texts.footnote,
  })
}

/** 1:05:12 */
function durationOf(total: number) {
  const seconds = Math.round(total)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

export interface Writer {
  name: string | null
  email: string | null
  conversation_id: string
}

/** `quotes` are the customer's messages since the last such email, oldest first. */
export function alertEmail(brand: Brand, writer: Writer, quotes: Quote[], url: string) {
  const { language, name: company } = brand
  const { alert, openConversation } = TEXTS[language]
  const anonymous = () => fill(language, alert.anonymous, { conversation: writer.conversation_id })
  const heading = quotes.length > 1 ? alert.headingMany : alert.headingOne
  return layOut(brand, {
    heading: fill(language, heading, { who: nameOf(writer) ?? anonymous() }),
    paragraphs: [fill(language, alert.lead, { company })],
    quotes,
    action: { label: openConversation, url },
    footnote: alert.footnote,
  })
}

/** `quotes` are the last messages, oldest first. `url` is the customer's page with the chat. */
export function unseenMessagesEmail(brand: Brand, name: string | null, quotes: Quote[], url: string | undefined) {
  const { language, name: company } = brand
  const texts = TEXTS[language].unseenMessages
  const who = printable(name ?? '')
  const lead = who ? fill(language, texts.leadNamed, { who, company }) : fill(language, texts.lead, { company })
  return layOut(brand, {
    heading: unseenMessagesSubject(brand),
    paragraphs: [lead],
    quotes,
    action: url === undefined ? undefined : { label: texts.button, url },
    footnote: texts.footnote,
  })
}

/** `urls` are of the page for each score, from 1 to 5. */
export function ratingRequestEmail(brand: Brand, urls: string[], unsubscribe_url: string) {
  const { language, name: company } = brand
  const { ratingRequest, unsubscribe } = TEXTS[language]
  return layOut(brand, {
    heading: fill(language, ratingRequest.heading, { company }),
    paragraphs: [ratingRequest.lead],
    choices: urls.map((url, at) => ({ label: String(at + 1), url })),
    second_link: { label: unsubscribe.link, url: unsubscribe_url },
    footnote: fill(language, ratingRequest.footnote, { company }),
  })
}

export const unseenMessagesSubject = ({ language, name: company }: Brand) =>
  fill(language, TEXTS[language].unseenMessages.heading, { company })

/** Customers choose both parts, so both are checked. */
function nameOf({ name, email }: Writer) {
  const who = printable(name ?? '')
  const shown = email && isEmail(email) ? email : undefined
  return who && shown ? `${who} (${shown})` : (shown ?? who)
}
