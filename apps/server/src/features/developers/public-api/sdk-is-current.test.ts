import { generateSdk } from '@papercups/sdk/generator'
import { format, resolveConfig } from 'prettier'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { theServer } from '../../../../test/server.js'

const FILE = '../../../../../../packages/sdk/src/api.ts'

test('packages/sdk has the types and methods of the API description', async () => {
  const server = await theServer()
  const response = await fetch(`${server.url}/api/docs/openapi.json`)
  const text = generateSdk((await response.json()) as Parameters<typeof generateSdk>[0])
  const filepath = fileURLToPath(new URL(FILE, import.meta.url))
  const formatted = await format(text, { ...(await resolveConfig(filepath)), filepath })
  await expect(formatted).toMatchFileSnapshot(FILE)
})
