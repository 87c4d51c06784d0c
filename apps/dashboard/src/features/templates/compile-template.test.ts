import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { compileTemplate } from './compile-template.js'
import { SAMPLE } from './sample.js'

function render(template: string) {
  let shown: string | undefined
  runInNewContext(compileTemplate(template), { postMessage: (html: string) => (shown = html) })
  return shown
}
const email = (jsx: string) => `const Email = () => <>${jsx}</>`

test('the sample uses the default colours', () => {
  const html = render(SAMPLE)
  expect(html).toContain('border-left: 4px solid rgb(24, 144, 255)')
  expect(html).toContain('color: rgb(155, 48, 247)')
  expect(html).toContain('href="https://acme.example/chat"')
})

test('pieces take their own colours', () => {
  const html = render(email('<Message color="green">Hello</Message><Button href="/x" color="#123456">Go</Button>'))
  expect(html).toContain('border-left: 4px solid green')
  expect(html).toContain('background: #123456')
})

test('text and attributes are escaped, elements are kept', () => {
  expect(render(email('<b title={\'"><i>\'}>{"<script>alert(1)</script>"}</b><br />'))).toBe(
    '<b title="&quot;&gt;&lt;i&gt;">&lt;script&gt;alert(1)&lt;/script&gt;</b><br>',
  )
})

test('lists, nothing and false are shown as in React', () => {
  expect(render(email('{[1, 2].map((n) => <li>{n}</li>)}{null}{false}{0}'))).toBe('<li>1</li><li>2</li>0')
})

test('a syntax error names the line', () => {
  expect(() => compileTemplate('function Email() {\n  return <b>\n}')).toThrow(/\(\d+:\d+\)/)
})

test('without a component called Email it says what is missing', () => {
  expect(() => render('const Mail = () => null')).toThrow('Define a component called Email.')
})
