import type { Html } from '../../../platform/http/html.js'
import type { Brand } from './brand.js'
import { directionOf } from '../../account/accounts/language.js'
import { TEXTS } from './language.js'

/** A message of the conversation. */
export interface Quote {
  /** Null if unknown. */
  name: string | null
  text: string
  /** The text with its formatting. */
  markup?: Html
}

interface Link {
  label: string
  url: string
}

/** The content of an email: text, one button or a choice, and sometimes a second link. */
export interface EmailContent {
  /** Also the subject. */
  heading: string
  paragraphs: string[]
  quotes?: Quote[]
  action?: Link | undefined
  /** Short labels, in one row. */
  choices?: Link[]
  second_link?: Link
  /** Why the recipient gets it, and what to do if they did not expect it. */
  footnote: string
}

/** The same content as plain text and as HTML. Everything but `markup` is escaped here, so no other content can carry markup. */
export function layOut(brand: Brand, email: EmailContent): { subject: string; text: string; html: string } {
  const { heading, paragraphs, quotes = [], action, choices = [], second_link, footnote } = email
  const links = [action, ...choices, second_link]
    .flatMap((link) => link ?? [])
    .map(({ label, url }) => `${label}:\n${url}`)
  const quoted = quotes.map(({ name, text }) => `${name ?? TEXTS[brand.language].somebody}: ${text}`)
  const parts = [heading, ...paragraphs, ...quoted, ...links, `--\n${footnote}`, brand.name]
  return { subject: heading, text: `${parts.join('\n\n')}\n`, html: page(brand, email) }
}

function page(brand: Brand, email: EmailContent) {
  const { heading, paragraphs, quotes = [], action, choices = [], second_link, footnote } = email
  const { name, logo_url, color, language } = brand
  const { buttonFails, somebody } = TEXTS[language]
  const dir = directionOf(language)
  const [start, end] = dir === 'rtl' ? ['right', 'left'] : ['left', 'right']
  const url = escape(action?.url ?? '')
  const logo = logo_url
    ? `<img src="${escape(logo_url)}" alt="" width="32" height="32" style="border-radius:16px;vertical-align:middle;margin-${end}:10px">`
    : ''
  const body = paragraphs.map((text) => `<p style="margin:0 0 16px">${escape(text)}</p>`).join('')
  // Customers write in any language, so each quote sets its own direction.
  const quoted = quotes
    .map(
      ({ name, text, markup }) =>
        `<div style="margin:0 0 16px;padding-${start}:12px;border-${start}:3px solid #d0d7de;text-align:start"><strong dir="auto">${escape(name ?? somebody)}</strong><div dir="auto" style="${markup ? '' : 'white-space:pre-line;'}overflow-wrap:anywhere">${markup?.text ?? escape(text)}</div></div>`,
    )
    .join('')
  const button = action
    ? `<p style="margin:28px 0"><a href="${url}" style="display:inline-block;padding:12px 22px;border-radius:6px;background:${color};color:${textColorOn(color)};text-decoration:none;font-weight:600">${escape(action.label)}</a></p>`
    : ''
  const row = choices
    .map(
      ({ label, url }) =>
        `<a href="${escape(url)}" style="display:inline-block;min-width:28px;margin:0 4px 8px;padding:10px 8px;border:1px solid #d0d7de;border-radius:6px;color:#1f2328;text-align:center;text-decoration:none;font-weight:600">${escape(label)}</a>`,
    )
    .join('')
  const chosen = row && `<p style="margin:28px 0">${row}</p>`
  const fallback = action
    ? `<p style="margin:0 0 24px;font-size:13px;color:#57606a">${escape(buttonFails)}<br><a href="${url}" dir="ltr" style="color:#57606a;word-break:break-all">${url}</a></p>`
    : ''
  const second = second_link
    ? `<p style="margin:0 0 24px"><a href="${escape(second_link.url)}" style="color:#57606a">${escape(second_link.label)}</a></p>`
    : ''
  return `<!doctype html>
<html lang="${language}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escape(heading)}</title>
</head>
<body dir="${dir}" style="margin:0;padding:24px 12px;background:#f4f5f7;font:16px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:#1f2328">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:8px;border-top:4px solid ${color}">
<tr><td dir="${dir}" style="padding:28px 32px;text-align:${start}">
<p style="margin:0 0 24px;font-weight:600;color:#57606a">${logo}${escape(name)}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3;color:#1f2328;overflow-wrap:anywhere">${escape(heading)}</h1>
${body}${quoted}
${button}${chosen}
${second}${fallback}
<p style="margin:0;padding-top:16px;border-top:1px solid #e4e7eb;font-size:13px;color:#57606a">${escape(footnote)}</p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`
}

/** Black or white, whichever is readable on the company's colour. */
function textColorOn(color: string) {
  const [r = 0, g = 0, b = 0] = channelsOf(color).map((part) =>
    part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  const luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 ? '#ffffff' : '#000000'
}

function channelsOf(color: string) {
  const hex = color.length === 4 ? color.slice(1).replace(/./g, '$&$&') : color.slice(1)
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
