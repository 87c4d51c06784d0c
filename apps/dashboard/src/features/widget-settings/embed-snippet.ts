import type { Inbox } from '@papercups/contract'
import type { WidgetOptions } from './widget-options.js'

type Place = Pick<Inbox, 'id' | 'account_id'>
type Value = string | boolean

/** What a site puts on its pages. */
export function htmlSnippet({ id, account_id }: Place, base_url: string, options: Partial<WidgetOptions>) {
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

/** For the published package, which takes both addresses; ours goes by the same names. */
export function reactSnippet({ id, account_id }: Place, base_url: string, options: Partial<WidgetOptions>) {
  const place = { token: account_id, inbox: id, baseUrl: base_url, iframeUrlOverride: `${base_url}/widget` }
  const lines = [...Object.entries(place), ...chosen(options)].map(
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

/** What is left as it is goes without saying. */
const chosen = (options: Partial<WidgetOptions>): Array<[string, Value]> =>
  Object.entries(options).filter(([name, value]) => value && !(name === 'iconVariant' && value === 'outlined'))

/** Nothing that somebody wrote may end the string or the script around it. */
function literal(value: Value) {
  if (typeof value === 'boolean') return String(value)
  const inside = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${inside.replaceAll('<', '\\u003c')}'`
}

function attribute(value: Value) {
  if (typeof value === 'boolean') return value ? '' : '={false}'
  return /^[^"\\&{}<>\n]*$/.test(value) ? `="${value}"` : `={${JSON.stringify(value)}}`
}
