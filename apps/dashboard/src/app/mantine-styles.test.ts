import { expect, test } from 'vitest'

const sources = import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })
const chosen = sources['./mantine-styles.ts'] ?? ''
const sheets = Object.keys(import.meta.glob('../../../../node_modules/@mantine/core/styles/*.layer.css'))

test('the style sheet of every used Mantine component is imported', () => {
  const used = Object.values(sources).flatMap((source) =>
    [...source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, names = '']) => names.split(',')),
  )
  const names = new Set(used.map((name) => name.trim()))
  const missing = [...names].filter((name) => {
    const sheet = `styles/${name}.layer.css`
    return sheets.some((path) => path.endsWith(`/${sheet}`)) && !chosen.includes(sheet)
  })
  expect(names).toContain('Button')
  expect(sheets.length).toBeGreaterThan(50)
  expect(missing).toEqual([])
})
