import type { Inbox } from '@papercups/contract'
import type { WidgetOptions } from './widget-options.js'

type WidgetInbox = Pick<Inbox, 'id' | 'account_id'>
type Value = string | boolean

/** The code for HTML pages. */
export function htmlSnippet({ id, account_id }: WidgetInbox, base_url: string, options: Partial<WidgetOptions>) {
  const lines = [['token', account_id] as const, ['inbox', id] as const, ...chosen(options)].map(
    ([name, value]) => `      ${name}: ${literal(value)},\n`,
  )
  return `<script>
  window.Papercups = {
    config: {
${lines.join('')}    },
  }
</script>
<script async defer src="${base_url}/widget.js"></script>`
}

/** The code for the published package, which needs both URLs. Our package has the same props. */
export function reactSnippet({ id, account_id }: WidgetInbox, base_url: string, options: Partial<WidgetOptions>) {
  const ids = { token: account_id, inbox: id, baseUrl: base_url, iframeUrlOverride: `${base_url}/widget` }
  const lines = [...Object.entries(ids), ...chosen(options)].map(
    ([name, value]) => `      ${name}${attribute(value)}\n`,
  )
  return `// npm install @papercups-io/chat-widget
import { ChatWidget } from '@papercups-io/chat-widget'

export function Chat() {
  return (
    <ChatWidget
${lines.join('')}    />
  )
}`
}

/** Omits empty values and defaults. */
const chosen = (options: Partial<WidgetOptions>): Array<[string, Value]> =>
  Object.entries(options).filter(([name, value]) => value && !(name === 'iconVariant' && value === 'outlined'))

/** The text must not end the string or the script element. */
function literal(value: Value) {
  if (typeof value === 'boolean') return String(value)
  const inside = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${inside.replaceAll('<', '\\u003c')}'`
}

function attribute(value: Value) {
  if (typeof value === 'boolean') return value ? '' : '={false}'
  return /^[^"\\&{}<>\n]*$/.test(value) ? `="${value}"` : `={${JSON.stringify(value)}}`
}
