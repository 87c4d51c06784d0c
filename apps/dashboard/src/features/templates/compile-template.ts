import { transform } from 'sucrase'
import pieces from './pieces.js?raw'

/**
 * The program that renders a template, as text. Nothing of it runs in the dashboard. Throws when the template has a
 * syntax error.
 */
export function compileTemplate(template: string): string {
  const { code } = transform(template, {
    transforms: ['jsx'],
    jsxPragma: 'createElement',
    jsxFragmentPragma: 'Fragment',
    production: true,
  })
  const show = `if (typeof Email !== 'function') throw new Error('Define a component called Email.')
postMessage(contentOf(Email({})))`
  // A scope of its own, so that a template may define a piece with the same name.
  return `(() => {\n${pieces}\n;(() => {\n${code}\n${show}\n})()\n})()`
}
