import type { SearchMatch } from '@papercups/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { story, Visitor, type Story } from '../story.js'

afterEach(() => void vi.restoreAllMocks())

const drawn = ({ parts }: SearchMatch) => parts.map(({ text, hit }) => (hit ? `[${text}]` : text)).join('')

async function find(agent: Story['ada'], q: string): Promise<string[]> {
  const { body } = await agent.get(`/api/conversations?message_limit=1&q=${encodeURIComponent(q)}`)
  return (body.data as Array<{ match: SearchMatch }>).map(({ match }) => drawn(match))
}

test('does not scan long messages with many words in the server', async () => {
  const { ada, acme, server, carla } = await story()
  const text = `order ${'a '.repeat(49_900)}`
  const crowd = await Promise.all(
    Array.from({ length: 3 }, async () => (await new Visitor(server.url).arrives(acme.id)).opensChat()),
  )
  for (const visitor of [carla, ...crowd]) await visitor.says(text)

  const normalize = vi.spyOn(String.prototype, 'normalize')
  const found = await find(ada, 'order')
  const normalized = normalize.mock.contexts.reduce<number>((sum, text) => sum + String(text).length, 0)
  expect(found).toHaveLength(4)
  for (const match of found) expect(match).toMatch(/^\[order\] a a .{100,300}…$/)
  expect(normalized).toBeLessThan(4 * 1_000)
})

test('shows the hit anywhere in a long message, in any spelling', async () => {
  const { ada, carla } = await story()
  const filler = 'the border of a bordeaux '.repeat(1_900)
  await carla.says(`${filler}Die Größe der Straße, an Œuvre 注文 by Αθήνα. ${'and so on '.repeat(50)}`)

  const around = (hit: string) => expect.stringMatching(new RegExp(`^….*${hit}.*…$`, 'u')) as string
  for (const [q, hit] of [
    ['grosse', '\\[Größe\\]'],
    ['STRASSE', '\\[Straße\\]'],
    ['oeuvr', '\\[Œuvre\\]'],
    ['αθηνα', '\\[Αθήνα\\]'],
    ['注文', '\\[注文\\]'],
    ['"der strasse"', '\\[der Straße\\]'],
  ] as const)
    expect(await find(ada, q), q).toEqual([around(hit)])
  expect(await find(ada, '"größe der strasse" border')).toEqual([expect.stringMatching(/^the \[border\] of a .*…$/)])
})
