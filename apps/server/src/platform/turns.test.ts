import { expect, test } from 'vitest'
import { takeTurn } from './turns.js'

test('lets timers and other work run between two callers', async () => {
  const order: string[] = []
  const busy = async (name: string) => {
    await takeTurn()
    order.push(name)
  }
  const others = new Promise<void>((done) => {
    const look = () => {
      order.push('others')
      if (order.filter((name) => name !== 'others').length === 3) done()
      else setImmediate(look)
    }
    setImmediate(look)
  })
  await Promise.all([busy('first'), busy('second'), busy('third'), others])
  const between = (one: string, two: string) => order.slice(order.indexOf(one) + 1, order.indexOf(two))
  expect(order.filter((name) => name !== 'others')).toEqual(['first', 'second', 'third'])
  expect(between('first', 'second')).toContain('others')
  expect(between('second', 'third')).toContain('others')
})
