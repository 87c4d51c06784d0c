import { expect, test } from 'vitest'
import { splitText } from '../../features/channels/chat-services/split-text.js'
import { fromMrkdwn, toMrkdwn } from './mrkdwn.js'

test.each([
  ['**bold** and *italic* and ~~gone~~', '*bold* and _italic_ and ~gone~'],
  ['[the page](https://acme.test/a?b=1&c=2)', '<https://acme.test/a?b=1&amp;c=2|the page>'],
  ['- one\n- two', '• one\n• two'],
  ['# Title\ntext', '*Title*\ntext'],
  ['<!channel> <@U1> & co', '&lt;!channel&gt; &lt;@U1&gt; &amp; co'],
  ['[x|<!here>](https://evil.test|y)', '<https://evil.test%7Cy|x &lt;!here&gt;>'],
  ['`a **b** <c>` **d**', '`a **b** &lt;c&gt;` *d*'],
  ['2 * 3 * 4', '2 * 3 * 4'],
  ['[run](javascript:alert(1))', '[run](javascript:alert(1))'],
])('Markdown %j is %j in Slack', (markdown, mrkdwn) => {
  expect(toMrkdwn(markdown)).toBe(mrkdwn)
})

test.each([
  ['*bold* _italic_ ~gone~', '**bold** _italic_ ~~gone~~'],
  ['<https://acme.test|the page> <https://acme.test>', '[the page](https://acme.test) https://acme.test'],
  ['<mailto:a@acme.test|a@acme.test>', '[a@acme.test](mailto:a@acme.test)'],
  ['<@U1> and <@U2|ben> and <@U3>', '@Ada and @ben and <@U3>'],
  ['<#C1|general> <!here> <!subteam^S1|@team>', '#general @here @team'],
  ['1 &lt; 2 &amp;&amp; 3 &gt; 2', '1 < 2 && 3 > 2'],
  ['&amp;lt;', '&lt;'],
  ['`*code*` *bold*', '`*code*` **bold**'],
  ['<javascript:alert(1)|x>', '<javascript:alert(1)|x>'],
])('Slack %j is %j in Markdown', (mrkdwn, markdown) => {
  expect(fromMrkdwn(mrkdwn, (id) => (id === 'U1' ? 'Ada' : undefined))).toBe(markdown)
})

test('splits a long text at words, and never inside a character', () => {
  const words = 'word '.repeat(1_000)
  const parts = splitText(words, 2_500)
  expect(parts.every((part) => part.length <= 2_500)).toBe(true)
  expect(parts.join(' ').replace(/\s+/g, ' ')).toBe(words.replace(/\s+/g, ' '))
  expect(splitText('🎉'.repeat(2_000), 2_499).join('')).toBe('🎉'.repeat(2_000))
  expect(splitText('🎉'.repeat(2_000), 2_499).every((part) => part.isWellFormed())).toBe(true)
})
