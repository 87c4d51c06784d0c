import type { Brand } from './brand.js'

/** A mail as its writer thinks of it: words and one button. */
export interface Letter {
  heading: string
  paragraphs: string[]
  action: { label: string; url: string }
  /** Why somebody gets it, and what to do if they did not expect it. */
  footnote: string
}

/** The same words as plain text and as HTML. Everything is escaped here, so no letter can carry markup. */
export function layOut(brand: Brand, letter: Letter): { text: string; html: string } {
  const { heading, paragraphs, action, footnote } = letter
  const text = [heading, ...paragraphs, `${action.label}:\n${action.url}`, `--\n${footnote}`, brand.name].join('\n\n')
  return { text: `${text}\n`, html: page(brand, letter) }
}

function page(brand: Brand, { heading, paragraphs, action, footnote }: Letter) {
  const { name, logo_url, color } = brand
  const url = escape(action.url)
  const logo = logo_url
    ? `<img src="${escape(logo_url)}" alt="" width="32" height="32" style="border-radius:16px;vertical-align:middle;margin-right:10px">`
    : ''
  const body = paragraphs.map((text) => `<p style="margin:0 0 16px">${escape(text)}</p>`).join('')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escape(heading)}</title>
</head>
<body style="margin:0;padding:24px 12px;background:#f4f5f7;font:16px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:#1f2328">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:8px;border-top:4px solid ${color}">
<tr><td style="padding:28px 32px">
<p style="margin:0 0 24px;font-weight:600;color:#57606a">${logo}${escape(name)}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3;color:#1f2328">${escape(heading)}</h1>
${body}
<p style="margin:28px 0"><a href="${url}" style="display:inline-block;padding:12px 22px;border-radius:6px;background:${color};color:${inkOn(color)};text-decoration:none;font-weight:600">${escape(action.label)}</a></p>
<p style="margin:0 0 24px;font-size:13px;color:#57606a">If the button does not work, open this address:<br><a href="${url}" style="color:#57606a;word-break:break-all">${url}</a></p>
<p style="margin:0;padding-top:16px;border-top:1px solid #e4e7eb;font-size:13px;color:#57606a">${escape(footnote)}</p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`
}

/** Black or white, whichever can be read on the company's colour. */
function inkOn(color: string) {
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
export const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
