import { isValidElement, type ComponentChildren, type VNode } from 'preact'
import { expect, test } from 'vitest'
import { Emoji } from './emoji.js'
import { drawText } from './rich-text.js'

type Drawn = VNode<Record<string, unknown> & { children?: ComponentChildren }>

/** What is drawn, as markup that a person can read. Texts are not escaped: what looks like a tag here, and is none, is a text. */
function markup(drawn: ComponentChildren): string {
  if (Array.isArray(drawn)) return drawn.map(markup).join('')
  if (!isValidElement(drawn)) return String(drawn ?? '')
  const { type, props } = drawn as Drawn
  if (type === Emoji) return `:${String(props.name)}:`
  const shown = ['href', 'src', 'alt', 'start'].filter((name) => props[name] !== undefined)
  const attributes = shown.map((name) => ` ${name}="${String(props[name])}"`).join('')
  return `<${String(type)}${attributes}>${markup(props.children)}</${String(type)}>`
}
const rich = (body: string) => markup(drawText(body, true))
const plain = (body: string) => markup(drawText(body, false))

test('a link ends before the punctuation of its sentence', () => {
  expect(plain('See https://a.example/x?y=1. Or (http://b.example)!')).toBe(
    'See <a href="https://a.example/x?y=1">https://a.example/x?y=1</a>. Or (<a href="http://b.example">http://b.example</a>)!',
  )
})

test('shows a visitor’s text unchanged', () => {
  expect(plain('# 1\n- *a*\n> b\n`c` :wave:')).toBe('# 1\n- *a*\n> b\n`c` :wave:')
})

test('emphasis, code and links are inline and can be nested', () => {
  expect(rich('**bold** and *soft* and _so_ and `a * b * c` and [here](https://a.example)')).toBe(
    '<p><strong>bold</strong> and <em>soft</em> and <em>so</em> and <code>a * b * c</code> and <a href="https://a.example">here</a></p>',
  )
  expect(rich('**Very *very* [good](https://a.example)**')).toBe(
    '<p><strong>Very <em>very</em> <a href="https://a.example">good</a></strong></p>',
  )
  expect(rich('2 * 3 * 4 and snake_case_name, ```npm i```')).toBe(
    '<p>2 * 3 * 4 and snake_case_name, <code>npm i</code></p>',
  )
})

test('headings, lists, quotes and code are blocks, and single line breaks stay', () => {
  expect(rich('## How to\nOne line,\nand another.\n\n- a **b**\n* c\n\n3. d\n4) e\n\n> f\n> g\nh')).toBe(
    '<h2>How to</h2><p>One line,\nand another.</p><ul><li>a <strong>b</strong></li><li>c</li></ul>' +
      '<ol start="3"><li>d</li><li>e</li></ol><blockquote>f\ng</blockquote><p>h</p>',
  )
  expect(rich('Run\n```sh\n# not a heading\nrm *\n```\ndone')).toBe(
    '<p>Run</p><pre># not a heading\nrm *\n</pre><p>done</p>',
  )
  expect(rich('```\nnever closed')).toBe('<pre>never closed</pre>')
  expect(rich('#1 in line, 1.5 and -x')).toBe('<p>#1 in line, 1.5 and -x</p>')
})

test('pictures are drawn from the web alone', () => {
  expect(rich('![a cat](https://a.example/cat.png)')).toBe(
    '<p><img src="https://a.example/cat.png" alt="a cat"></img></p>',
  )
  expect(rich('![a cat](data:image/png,x)')).toBe('<p>![a cat](data:image/png,x)</p>')
})

test('replaces emoji names, and leaves unknown names as text', () => {
  expect(JSON.stringify(drawText('at 10:30:15', true))).not.toContain('"name"')
})

test('only the web is linked to, and markup is only text', () => {
  for (const body of [
    'javascript:alert(1)',
    '[x](javascript:alert(1))',
    '![x](javascript:alert(1))',
    'data:text/html,x',
    '<img src=x onerror=alert(1)>',
  ])
    expect(rich(body)).toBe(`<p>${body}</p>`)
})

const lettersOnly = (text: string) => text.replace(/<[^>]*>/g, '').replace(/[^a-z]/g, '')

test('loses no text, and ends on input that is meant to hang it', () => {
  const nasty = [
    '[',
    '*',
    '**a',
    '`',
    'http://',
    '_a',
    '[a](',
    'https://a.example/)',
    '> ',
    '- a\n',
    '```\n',
    ':a',
    '\n',
  ]
  for (const part of nasty) {
    const body = part.repeat(12_000)
    expect(lettersOnly(rich(body))).toBe(lettersOnly(body))
  }
})
