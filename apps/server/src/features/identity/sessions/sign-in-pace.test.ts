import { expect, test } from 'vitest'
import { SignInPace } from './sign-in-pace.js'

function paceAt() {
  const clock = { now: 0 }
  return { clock, pace: new SignInPace(() => clock.now) }
}

test('five attempts are free, then attempts queue up', () => {
  const { pace } = paceAt()
  const waits = Array.from({ length: 9 }, () => pace.start('ada', 'home').wait_ms)
  expect(waits.slice(0, 5)).toEqual([0, 0, 0, 0, 0])
  expect(waits.slice(5)).toEqual(waits.slice(5).toSorted((a, b) => a - b))
  expect(waits.at(-1)).toBeGreaterThan(1_000)
})

test('a flood on one email from one IP is refused, and only there', () => {
  const { pace } = paceAt()
  const flood = Array.from({ length: 50 }, () => pace.start('ada', 'mallory'))
  expect(flood.filter(({ refused }) => refused).length).toBeGreaterThan(30)
  expect(pace.start('ada', 'home')).toEqual({ refused: false, wait_ms: 1_000 })
  expect(pace.start('ben', 'mallory')).toEqual({ refused: false, wait_ms: 0 })
})

test('guesses from many IPs never refuse an attempt from another one', () => {
  const { pace } = paceAt()
  for (let address = 0; address < 10_000; address += 1) pace.start('ada', `bot ${address}`)
  expect(pace.start('ada', 'home')).toEqual({ refused: false, wait_ms: 1_000 })
})

test('the right password resets the count, and so do 15 minutes', () => {
  const { pace, clock } = paceAt()
  for (let time = 0; time < 5; time += 1) pace.start('ada', 'home')
  clock.now += 15 * 60_000
  expect(pace.start('ada', 'home').wait_ms).toBe(0)
  for (let time = 0; time < 3; time += 1) pace.start('ada', 'home')
  pace.succeeded('ada', 'home')
  clock.now += 15 * 60_000
  expect(pace.start('ada', 'home').wait_ms).toBe(0)
})
