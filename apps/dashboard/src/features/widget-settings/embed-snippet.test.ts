import type { WidgetSettings } from '@papercups/contract'
import { expect, test } from 'vitest'
import { htmlSnippet, reactSnippet } from './embed-snippet.js'
import { widgetOptions } from './widget-options.js'

const inbox = { id: 'sales', account_id: 'acme' }
const settings = (changes: Partial<WidgetSettings> = {}) =>
  widgetOptions({
    title: null,
    subtitle: null,
    color: '#1890ff',
    greeting: null,
    icon_variant: 'outlined',
    show_agent_availability: false,
    require_email_upfront: false,
    ...changes,
  } as WidgetSettings)

test('the code names the account, the inbox and the server', () => {
  expect(htmlSnippet(inbox, 'https://help.acme.test', {})).toBe(`<script>
  window.Papercups = {
    config: {
      token: 'acme',
      inbox: 'sales',
    },
  }
</script>
<script async defer src="https://help.acme.test/widget.js"></script>`)
  const react = reactSnippet(inbox, 'https://help.acme.test', {})
  for (const line of ['token="acme"', 'inbox="sales"', 'baseUrl="https://help.acme.test"', '.test/widget"'])
    expect(react).toContain(line)
})

test('includes changed settings and omits defaults', () => {
  const options = settings({ title: 'Welcome to Acme', icon_variant: 'filled', require_email_upfront: true })
  const html = htmlSnippet(inbox, '', options)
  for (const line of [`title: 'Welcome to Acme'`, `primaryColor: '#1890ff'`, 'requireEmailUpfront: true'])
    expect(html).toContain(line)
  expect(html).not.toMatch(/subtitle|greeting|showAgentAvailability/)
  expect(reactSnippet(inbox, '', options)).toMatch(
    /title="Welcome to Acme"\n.*\n *iconVariant="filled"\n *requireEmailUpfront\n/,
  )
  expect(htmlSnippet(inbox, '', settings())).not.toContain('iconVariant')
})

test('escapes any text into a string', () => {
  const title = `It's "5 < 6" </script><script>alert(1)</script> \\ {x} &amp;\nNext`
  const html = htmlSnippet(inbox, '', settings({ title }))
  expect(html.match(/<\/script>/g)).toHaveLength(2)
  const [, inside = ''] = /title: '(.*)',\n/.exec(html) ?? []
  expect(inside).not.toMatch(/(^|[^\\])'/)
  expect(JSON.parse(`"${inside.replaceAll('"', '\\"').replaceAll("\\'", "'")}"`)).toBe(title)
  const [, expression = ''] = /title=\{(".*")\}/.exec(reactSnippet(inbox, '', settings({ title }))) ?? []
  expect(JSON.parse(expression)).toBe(title)
})
