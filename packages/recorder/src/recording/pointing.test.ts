import { expect, test } from 'vitest'
import { createPointing } from './pointing.js'

/** The visitor's screen: the questions that are open. */
function openPage() {
  const open = new Map<string, (agreed: boolean) => void>()
  const answers: boolean[] = []
  let drawn = 0
  const screen = {
    drawQuestion(name: string, answer: (agreed: boolean) => void) {
      drawn += 1
      open.set(name, answer)
      return () => void open.delete(name)
    },
    drawMarker: () => undefined,
  }
  const loaded = Promise.resolve(screen)
  const pointing = createPointing(
    () => null,
    (agreed) => answers.push(agreed),
    () => loaded,
  )
  return {
    ...pointing,
    answers,
    async questions() {
      await loaded
      return [...open.keys()]
    },
    drawn: () => drawn,
    answer(name: string, agreed: boolean) {
      open.get(name)?.(agreed)
      open.delete(name)
    },
  }
}

const [ada, ben] = [{ name: 'Ada' }, { name: 'Ben' }]

test('an agent who stops asking withdraws the question', async () => {
  const page = openPage()
  page.ask(ada)
  expect(await page.questions()).toEqual(['Ada'])
  page.hide(ada)
  expect(await page.questions()).toEqual([])

  page.ask(ada)
  expect(await page.questions()).toEqual(['Ada'])
  page.answer('Ada', true)
  expect(page.answers).toEqual([true])
})

test('a question that is withdrawn while its part is loaded does not appear', async () => {
  const page = openPage()
  page.ask(ada)
  page.hide(ada)
  expect(await page.questions()).toEqual([])
})

test('an agent withdraws only their own question', async () => {
  const page = openPage()
  page.ask(ada)
  page.ask(ben)
  expect(await page.questions()).toEqual(['Ben'])
  page.hide(ada)
  expect(await page.questions()).toEqual(['Ben'])
})

test('a repeated question stays as it is while it is open, and is asked again after an answer', async () => {
  const page = openPage()
  page.ask(ada)
  await page.questions()
  page.ask(ada)
  await page.questions()
  expect(page.drawn()).toBe(1)
  page.answer('Ada', true)
  page.ask(ada)
  expect(await page.questions()).toEqual(['Ada'])
  page.answer('Ada', false)
  page.ask(ada)
  expect(await page.questions()).toEqual([])
  expect(page.answers).toEqual([true, false, false])
})
