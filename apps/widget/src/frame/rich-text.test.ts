import { expect, test } from 'vitest'
import { parseText } from './rich-text.js'

const text = (body: string, markdown = true) => parseText(body, markdown).map((piece) => `${piece.kind}:${piece.text}`)

test('links end where the sentence goes on', () => {
  expect(text('See https://a.example/x?y=1. Or (http://b.example)!', false)).toEqual([
    'text:See ',
    'link:https://a.example/x?y=1',
    'text:. Or (',
    'link:http://b.example',
    'text:)!',
  ])
})

test('agents may write a little markdown', () => {
  expect(text('**bold** and *soft* and `code` and [here](https://a.example)')).toEqual([
    'strong:bold',
    'text: and ',
    'em:soft',
    'text: and ',
    'code:code',
    'text: and ',
    'link:here',
  ])
  expect(text('2 * 3 * 4 and snake_case_name')).toEqual(['text:2 * 3 * 4 and snake_case_name'])
})

test('only the web is linked to, and markup is only text', () => {
  for (const body of [
    'javascript:alert(1)',
    '[x](javascript:alert(1))',
    'data:text/html,x',
    '<img src=x onerror=alert(1)>',
  ])
    expect(parseText(body, true).some((piece) => piece.kind === 'link')).toBe(false)
})

const letters = (body: string) => body.replace(/[^a-z]/g, '')

test('nothing is lost, and what is made to take for ever ends', () => {
  const nasty = ['[', '*', '**a', '`', 'http://', '_a', '[a](', 'https://a.example/)'].map((part) =>
    part.repeat(12_000),
  )
  for (const body of nasty) {
    const pieces = parseText(body, true)
    expect(letters(pieces.map((piece) => piece.text).join(''))).toBe(letters(body))
  }
})
