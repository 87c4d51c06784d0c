import { expect, test } from 'vitest'
import { splitName } from './split-name.js'

test('splits a name at its first space', () => {
  expect(splitName('Carla Diaz')).toEqual({ first_name: 'Carla', last_name: 'Diaz' })
  expect(splitName('  Carla   de la  Cruz ')).toEqual({ first_name: 'Carla', last_name: 'de la Cruz' })
  expect(splitName('Carla')).toEqual({ first_name: 'Carla', last_name: null })
  for (const nothing of ['', '  ', null, undefined])
    expect(splitName(nothing)).toEqual({ first_name: null, last_name: null })
})
