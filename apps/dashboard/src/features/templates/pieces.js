/* oxlint-disable no-unused-vars -- The template that is appended to this text uses the pieces. */
// The layout pieces of an email. This text runs in front of the template, in the preview's worker.
// Email programs know little CSS: tables hold the layout, and every style is inline.

const ACCENT = 'rgb(155, 48, 247)'
const MESSAGE = 'rgb(24, 144, 255)'
const FONT = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

/** Finished HTML. Other text is escaped. */
const raw = (html) => ({ html })

const escapeText = (text) =>
  String(text).replace(
    /[&<>"']/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign],
  )

const VOID = new Set(['br', 'hr', 'img', 'input', 'meta', 'link', 'wbr'])

const inline = (style) =>
  typeof style === 'string'
    ? style
    : Object.entries(style)
        .map(([name, value]) => `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${value}`)
        .join('; ')

function attributes(props) {
  return Object.entries(props)
    .filter(([, value]) => value !== null && value !== undefined && value !== false)
    .map(([name, value]) => {
      const attribute = name === 'className' ? 'class' : name
      const text = name === 'style' ? inline(value) : value === true ? '' : value
      return ` ${attribute}="${escapeText(text)}"`
    })
    .join('')
}

/** The HTML of children: text is escaped, elements are not. */
function contentOf(children) {
  return [children]
    .flat(Infinity)
    .map((child) => {
      if (typeof child?.html === 'string') return child.html
      return child === null || child === undefined || typeof child === 'boolean' ? '' : escapeText(child)
    })
    .join('')
}

/** Called for each JSX element. */
function createElement(type, props, ...children) {
  if (typeof type === 'function') return type({ ...props, children })
  const { style, ...others } = props ?? {}
  const opening = `<${type}${attributes({ ...others, ...(style && { style }) })}>`
  return raw(VOID.has(type) ? opening : `${opening}${contentOf(children)}</${type}>`)
}

const Fragment = ({ children }) => raw(contentOf(children))

/** The page of the email: a column of readable width on a coloured ground. */
function Layout({ background = '#f5f5f5', width = 600, children }) {
  return raw(
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background: ${escapeText(background)}; font-family: ${escapeText(FONT)}; font-size: 15px; line-height: 24px; color: #1d2026"><tr><td align="center" style="padding: 24px 12px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width: ${Number(width)}px; background: #ffffff; border-radius: 8px"><tr><td style="padding: 32px">${contentOf(children)}</td></tr></table></td></tr></table>`,
  )
}

const Heading = ({ color = ACCENT, children }) =>
  createElement('h1', { style: { margin: '0 0 16px', fontSize: '22px', lineHeight: '30px', color } }, children)

const Text = ({ quiet = false, children }) =>
  createElement('p', { style: { margin: '0 0 16px', color: quiet ? '#5b6270' : 'inherit' } }, children)

/** What somebody wrote, with their name above it. The colour is a bar beside it, so the text is readable on any. */
const Message = ({ from, color = MESSAGE, children }) =>
  createElement(
    'div',
    {
      style: {
        margin: '0 0 16px',
        padding: '10px 14px',
        borderLeft: `4px solid ${color}`,
        borderRadius: '4px',
        background: '#f5f7fa',
      },
    },
    from && createElement('p', { style: { margin: '0 0 4px', fontSize: '13px', color: '#5b6270' } }, from),
    children,
  )

const Button = ({ href, color = ACCENT, children }) =>
  createElement(
    'p',
    { style: { margin: '0 0 16px' } },
    createElement(
      'a',
      {
        href,
        style: {
          display: 'inline-block',
          padding: '10px 20px',
          borderRadius: '6px',
          background: color,
          color: '#ffffff',
          fontWeight: 600,
          textDecoration: 'none',
        },
      },
      children,
    ),
  )

const Image = ({ src, alt = '', width }) =>
  createElement('img', { src, alt, width, style: { display: 'block', maxWidth: '100%', margin: '0 0 16px' } })

const Divider = () => createElement('hr', { style: { border: 0, borderTop: '1px solid #e4e7ec', margin: '24px 0' } })

const Footer = ({ children }) =>
  createElement('p', { style: { margin: '0', fontSize: '13px', lineHeight: '20px', color: '#5b6270' } }, children)
