import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Markdown } from './markdown.js'

/** The rendered HTML without its wrapper. */
function drawn(text: string, mentions: string[] = []) {
  const html = renderToStaticMarkup(<Markdown text={text} mentions={mentions} />)
  return html.replace(/^<div[^>]*>|<\/div>$/g, '').replaceAll(' dir="auto"', '')
}

describe('renders basic Markdown', () => {
  test.each([
    ['**bold** and *soft* and ~~gone~~', '<p><strong>bold</strong> and <em>soft</em> and <del>gone</del></p>'],
    ['one\ntwo', '<p>one<br/>two</p>'],
    ['one\n\ntwo', '<p>one</p><p>two</p>'],
    ['# Title', '<p><strong>Title</strong></p>'],
    ['- a\n- b', '<ul><li>a</li><li>b</li></ul>'],
    ['3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
    ['> quoted', '<blockquote><p>quoted</p></blockquote>'],
    ['`a < b`', '<p><code>a &lt; b</code></p>'],
    ['```js\na < b\n```', '<pre dir="ltr" tabindex="0"><code>a &lt; b</code></pre>'],
    ['snake_case_name and 2 * 3 * 4', '<p>snake_case_name and 2 * 3 * 4</p>'],
    ['- [x] done', '<ul><li>☑ done</li></ul>'],
    ['5 < 6 && 7 > 6', '<p>5 &lt; 6 &amp;&amp; 7 &gt; 6</p>'],
    ['Done :tada: and **:+1:**', '<p>Done 🎉 and <strong>👍</strong></p>'],
    ['`:tada:` at 10:30:45 :unknown:', '<p><code>:tada:</code> at 10:30:45 :unknown:</p>'],
    ['Best,\nAda\n---', '<p>Best,</p><p>Ada</p><hr/>'],
  ])('%j', (text, html) => expect(drawn(text)).toBe(html))

  test('links open in a new tab and send no referrer', () => {
    const attributes = 'target="_blank" rel="noopener noreferrer nofollow"'
    expect(drawn('[us](https://a.example/x)')).toBe(`<p><a href="https://a.example/x" ${attributes}>us</a></p>`)
    expect(drawn('See https://a.example/x?y=1.')).toBe(
      `<p>See <a href="https://a.example/x?y=1" ${attributes}>https://a.example/x?y=1</a>.</p>`,
    )
    expect(drawn('carla@example.com')).toContain('href="mailto:carla@example.com"')
  })

  test('an image becomes a link, so that nothing is loaded', () => {
    const html = drawn('![cat](https://a.example/cat.png)')
    expect(html).toContain('href="https://a.example/cat.png"')
    expect(html).toContain('>cat</a>')
    expect(html).not.toContain('<img')
  })

  test('highlights mentions, preferring the longest name', () => {
    const names = ['Ada', 'Ada Lovelace', 'grace@acme.test']
    expect(
      drawn('Ask @Ada Lovelace, @ada or **@grace@acme.test**. Not @Adam.', names).match(/<mark.*?<\/mark>/g),
    ).toEqual(['@Ada Lovelace', '@ada', '@grace@acme.test'].map((name) => expect.stringContaining(`>${name}<`)))
    expect(drawn('@Ada')).not.toContain('<mark')
  })
})

describe('is safe against hostile text', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    '<svg><style><img src=x onerror=alert(1)></style></svg>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
    '<iframe src="javascript:alert(1)"></iframe>',
    '<base href="https://evil.example/">',
    '<meta http-equiv="refresh" content="0;url=https://evil.example">',
    '<form action="https://evil.example"><input></form>',
    '<style>body{display:none}</style>',
    '<!-- a comment --> <!--[if IE]><b>x</b><![endif]-->',
    '<a href="javascript:alert(1)">x</a>',
  ])('shows %s as typed', (text) => {
    const html = drawn(text)
    expect(html.replace(/<\/?p>|<br\/>/g, '')).not.toMatch(/<(?!a href="https:)(?!\/a>)/)
    expect(unescaped(html)).toBe(text)
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java&#10;script:alert(1)',
    '&#106;avascript:alert(1)',
    'data:text/html,<script>1</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://a.example/1',
    '//evil.example',
    '/settings/team',
    '#top',
    'x',
  ])('[x](%s) does not become a link', (href) => {
    for (const text of [`[x](${href})`, `[x](<${href}>)`, `![x](${href})`, `<${href}>`, `[x]: ${href}\n\n[x]`]) {
      expect(drawn(text)).not.toMatch(/href="(?!https:)/)
    }
  })

  test('hides no text', () => {
    expect(unescaped(drawn('[a]: https://a.example "secret"'))).toContain('secret')
    expect(unescaped(drawn('| a | b |\n|---|---|\n| c | d |'))).toContain('c | d')
  })

  test.each([
    '>',
    '> ',
    '- ',
    '1. ',
    '1) ',
    '[',
    '![',
    '[a](',
    '*a',
    '**a',
    '***a',
    '_a_ ',
    '`a',
    '~~a',
    '!',
    '<',
    '<a ',
  ])('renders a huge text of %j quickly and completely', (piece) => {
    const text = piece.repeat(100_000 / piece.length)
    const started = performance.now()
    const html = drawn(text)
    expect(performance.now() - started).toBeLessThan(1_000)
    expect(unescaped(html)).toBe(text)
  })

  test.each(['>', '- ', '*a', '_a_ ', '`', '![', '!', 'www.', 'a@b.', 'http://', '  - a\n', '&#x1;', '\n', '\t'])(
    'renders ten thousand characters of %j quickly',
    (piece) => {
      const started = performance.now()
      drawn(piece.repeat(10_000 / piece.length))
      expect(performance.now() - started).toBeLessThan(1_000)
    },
  )

  test('limits the nesting depth', () => {
    const nested = Array.from({ length: 60 }, (_, depth) => `${'  '.repeat(depth)}- ${depth}`).join('\n')
    const html = drawn(nested)
    expect(html).toContain('59')
    expect(html.split('<ul>').length).toBeLessThan(15)
  })
})

const unescaped = (html: string) =>
  html
    .replace(/<\/?(?:p|a|br)\b[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
