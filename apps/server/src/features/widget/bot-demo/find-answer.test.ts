import { expect, test } from 'vitest'
import { findAnswer } from './find-answer.js'
import { isTypoOf, stemOf } from './words.js'

const faqs = [
  { q: 'How much does Papercups cost?', a: 'The first 2 users are free. Up to 10 users are $40/month.' },
  { q: 'How do I install the chat widget?', a: 'Paste the code from your settings at the end of your pages.' },
  { q: 'Can I cancel my subscription?', a: 'Yes, at any time, on the billing page.' },
  { q: 'Who are you?', a: 'A demo.' },
  { q: '返品はできますか', a: 'はい、30日以内であれば返品できます。' },
]
const [cost, install, cancel, who, returns] = faqs
const ask = (message: string) => findAnswer(message, faqs)

test.each([
  ['How much does Papercups cost?', cost],
  ['what are the costs', cost],
  ['COST???', cost],
  ['installing widgets', install],
  ['I want to install your chat widget on my site', install],
  ['how does the installation work', install],
  ['is cancelling possible', cancel],
  ['subscription cancellation', cancel],
  ['who are you', who],
])('finds other word forms and orders: %s', (message, faq) => {
  expect(ask(message)).toBe(faq)
})

test.each([
  ['how much does it csot', cost],
  ['instal the wigdet', install],
  ['cancle my subscripton', cancel],
  ['Cán I CANCÉL my súbscription', cancel],
])('forgives typos and accents: %s', (message, faq) => {
  expect(ask(message)).toBe(faq)
})

test('finds words of the answer, and languages without spaces', () => {
  expect(ask('users per month')).toBe(cost)
  expect(ask('返品できますか？')).toBe(returns)
})

test.each([
  '',
  '?!',
  '😀',
  'What is the weather like in Lisbon?',
  'Do you sell chocolate cake with cost-free delivery to Mars tomorrow morning?',
  'hello',
])('does not know what it was not taught: %s', (message) => {
  expect(ask(message)).toBeUndefined()
})

test('without pairs there is no answer, and of two equal ones the first wins', () => {
  expect(findAnswer('cost', [])).toBeUndefined()
  const twice = [...faqs, { q: 'How much does Papercups cost?', a: 'Another answer' }]
  expect(findAnswer('How much does Papercups cost?', twice)).toBe(cost)
})

test('the forms of a word share a stem', () => {
  const families = [
    ['price', 'prices', 'pricing', 'priced'],
    ['ship', 'ships', 'shipping', 'shipped', 'shipment'],
    ['install', 'installs', 'installing', 'installation'],
    ['cancel', 'cancelled', 'cancellation'],
    ['company', 'companies'],
    ['invite', 'invitation', 'inviting'],
  ]
  const stems = families.map((words) => new Set(words.map(stemOf)))
  expect(stems.map(({ size }) => size)).toEqual(families.map(() => 1))
  expect(new Set(stems.flatMap((set) => [...set])).size).toBe(families.length)
  expect(['bus', 'is', 'pass', 'the'].map(stemOf)).toEqual(['bus', 'is', 'pass', 'the'])
})

test('a typo is a letter added, dropped, changed or swapped; short words have to be exact', () => {
  for (const slip of ['pricng', 'pricingg', 'prizing', 'pirce'])
    expect(isTypoOf(slip, slip === 'pirce' ? 'price' : 'pricing')).toBe(true)
  expect(isTypoOf('subscrption', 'subscriptin')).toBe(true)
  for (const [one, other] of [
    ['cat', 'car'],
    ['book', 'look'],
    ['price', 'prince s'],
    ['pricing', 'printing'],
  ] as const)
    expect(isTypoOf(one, other), other).toBe(false)
})
