import { expect, test } from 'vitest'
import { chooseLanguage, ENGLISH, fill } from './language.js'

test('the first language that we speak is taken, whatever its region', async () => {
  expect((await chooseLanguage(['pt-BR', 'de'])).tag).toBe('pt')
  expect((await chooseLanguage(['xx', 'AR-eg', 'de'])).tag).toBe('ar')
  expect(await chooseLanguage(['en-GB', 'de'])).toBe(ENGLISH)
  expect(await chooseLanguage(['xx', ''])).toBe(ENGLISH)
  expect(await chooseLanguage([])).toBe(ENGLISH)
})

test('every language says everything, with a place for what is put in', async () => {
  const places = (text: string) => text.split('{}').length - 1
  for (const tag of ['ar', 'de', 'es', 'fr', 'ja', 'pt']) {
    const { texts } = await chooseLanguage([tag])
    for (const [name, english] of Object.entries(ENGLISH.texts)) {
      const text = texts[name as keyof typeof texts]
      expect(text.trim(), `${tag}.${name}`).not.toBe('')
      expect(places(text), `${tag}.${name}`).toBe(places(english))
    }
  }
})

test('a name is put in as it is', () => {
  expect(fill('{} is typing…', '$& {}')).toBe('$& {} is typing…')
})
