import { expect, test } from 'vitest'
import { wantsDebug } from './wants-debug.js'

test('the query turns on debug mode', () => {
  for (const search of ['?debug', '?debug=', '?debug=1', '?debug=true', '?x=2&debug=yes']) {
    expect(wantsDebug(search)).toBe(true)
  }
  for (const search of ['', '?x=1', '?debug=0', '?debug=false', '?DEBUG=1', '?nodebug=1']) {
    expect(wantsDebug(search)).toBe(false)
  }
})
