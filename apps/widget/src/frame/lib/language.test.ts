import { expect, test } from 'vitest'
import { chooseLanguage, ENGLISH, fill } from './language.js'

test('uses the first supported language, in any region', async () => {
  expect((await chooseLanguage(['pt-BR', 'de'])).tag).toBe('pt')
  expect((await chooseLanguage(['xx', 'AR-eg', 'de'])).tag).toBe('ar')
  expect(await chooseLanguage(['en-GB', 'de'])).toBe(ENGLISH)
  expect(await chooseLanguage(['xx', ''])).toBe(ENGLISH)
  expect(await chooseLanguage([])).toBe(ENGLISH)
})

test('every language has all texts and placeholders', async () => {
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

test('inserts a name unchanged', () => {
  expect(fill('{} is typing…', '$& {}')).toBe('$& {} is typing…')
})
