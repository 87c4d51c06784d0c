import type { AccountPublic, Conversation, Message, OwnRating, WidgetSettings } from '@papercups/contract'
import { createHash } from 'node:crypto'
import { html, Html } from '../../../platform/http/html.js'
import { directionOf, fill } from '../../account/accounts/language.js'
import type { Speech } from './language.js'
import { drawMarkdown, linkTo } from './markdown.js'
import { drawRatingForm } from './rating-form.js'
import { styleOf } from './style.js'

export interface ChatPage {
  speech: Speech
  account: AccountPublic
  settings: WidgetSettings | undefined
  conversation: Conversation | undefined
  /** The closed conversation that the visitor may rate. */
  rating: OwnRating | undefined
  /** The visitor wrote before, so the form does not ask for their name again. */
  is_known: boolean
  form_token: string
  /** A rejected message, which must not be lost. */
  draft?: string | undefined
  notice?: string | undefined
}

/** Our own markup only: no scripts, nothing from other origins, and no framing. */
export function drawPage({ language }: Speech, title: string, color: string | undefined, main: Html) {
  const style = styleOf(color)
  const hash = createHash('sha256').update(style).digest('base64')
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`
  const page = html`<!doctype html>
    <html lang="${language}" dir="${directionOf(language)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${new Html(`<style>${style}</style>`)}
      </head>
      <body>
        <main>${main}</main>
      </body>
    </html>`
  return { policy, html: page.text }
}

export function drawChat(page: ChatPage) {
  const { speech, account, settings, conversation, rating, is_known, form_token, draft, notice } = page
  const { language, texts } = speech
  const company = account.company_name || texts.us
  const heading = fill(language, texts.heading, { company })
  const away = account.is_outside_working_hours ? settings?.away_message : undefined
  const greeting = away || settings?.greeting
  const messages = conversation?.messages ?? []
  const path = `/chat/${account.id}`
  const main = html`<h1>${settings?.title || heading}</h1>
    ${settings?.subtitle ? html`<p>${settings.subtitle}</p>` : ''}
    ${notice ? html`<p role="alert" class="notice">${notice}</p>` : ''}
    <h2 class="unseen">${texts.messages}</h2>
    <ol class="messages">
      ${greeting && html`<li class="theirs"><b>${company}</b>${drawMarkdown(greeting)}</li>`}
      ${messages.map((message) => drawMessage(speech, message, company, account.time_zone))}
    </ol>
    ${messages.length > 0 && html`<p id="end"><a class="button" href="${path}">${texts.check}</a></p>`}
    ${rating && drawRating(speech, rating, path, form_token)}
    <form method="post" action="${path}">
      <input type="hidden" name="form_token" value="${form_token}" />
      <input type="hidden" name="client_message_id" value="${crypto.randomUUID()}" />
      ${!is_known && drawDetails(speech, settings?.require_email_upfront ?? false)}
      <label for="body">${texts.message}</label>
      <textarea id="body" name="body" rows="4" required autocomplete="off">${draft}</textarea>
      <button>${texts.send}</button>
    </form>`
  return drawPage(speech, heading, settings?.color, main)
}

function drawRating(speech: Speech, rating: OwnRating, path: string, form_token: string) {
  const fields = { form_token, conversation_id: rating.conversation_id }
  return html`<section id="rating">
    ${rating.score !== null && html`<p role="status">${speech.texts.rated}</p>`}
    ${drawRatingForm(speech, rating, { action: `${path}/rating`, fields })}
  </section>`
}

/**
 * Asks before a link signs the visitor in as another person: the sender of the link could read what they write next.
 */
export function drawSwitch({ speech, account, form_token, identity_token }: SwitchPage) {
  const { language, texts } = speech
  const heading = fill(language, texts.heading, { company: account.company_name || texts.us })
  const path = `/chat/${account.id}`
  const main = html`<h1>${heading}</h1>
    <p>${texts.otherPerson}</p>
    <form method="post" action="${path}/switch">
      <input type="hidden" name="form_token" value="${form_token}" />
      <input type="hidden" name="identity_token" value="${identity_token}" />
      <button>${texts.switchPerson}</button>
    </form>
    <p><a class="button" href="${path}">${texts.stay}</a></p>`
  return drawPage(speech, heading, undefined, main)
}

interface SwitchPage {
  speech: Speech
  account: AccountPublic
  form_token: string
  identity_token: string
}

const drawDetails = ({ texts }: Speech, required: boolean) =>
  html`<label for="name">${texts.name}</label>
    <input id="name" name="name" autocomplete="name" maxlength="255" />
    <label for="email">${required ? texts.email : texts.emailOptional}</label>
    <input
      id="email"
      name="email"
      type="email"
      autocomplete="email"
      maxlength="255"
      ${required && new Html('required')}
    />`

function drawMessage(speech: Speech, message: Message, company: string, time_zone: string | null) {
  const { user, customer_id, created_at, body, attachments } = message
  const author = customer_id ? speech.texts.you : user?.display_name || user?.full_name || company
  const at = new Date(`${created_at}Z`)
  const words = body && (customer_id ? wordsOf(body) : drawMarkdown(body))
  return html`<li class="${customer_id ? 'own' : 'theirs'}">
    <b>${author}</b>
    <time datetime="${at.toISOString()}">${timeOf(speech, at, time_zone)}</time>${words}
    ${attachments.map(({ filename, file_url }) => html`<div>${linkTo(file_url, [filename])}</div>`)}
  </li>`
}

const timeOf = ({ language }: Speech, at: Date, time_zone: string | null) =>
  at.toLocaleString(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: time_zone && isKnown(time_zone) ? time_zone : 'UTC',
  })

function isKnown(timeZone: string) {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone }))
  } catch {
    return false
  }
}

const ADDRESS = /(https?:\/\/[^\s<>"']*[^\s<>"'.,:;!?)\]])/i

/** Every second part of the split is a URL. Each line has its own direction. */
function wordsOf(text: string) {
  const parts = text.split(ADDRESS).map((words, at) => (at % 2 ? linkTo(words, [words]) : words))
  return html`<div class="words" dir="auto">${parts}</div>`
}
