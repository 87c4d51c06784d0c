import type { NewPersonalApiKey, PersonalApiKey } from '@papercups/contract'
import { Client } from './client.js'
import type { Agent } from './story.js'

/** A script with a new API key of this admin. */
export async function newScript(owner: Agent, draft: Partial<NewPersonalApiKey> = {}) {
  const key: PersonalApiKey & { value: string } = await owner.data('POST', '/api/personal_api_keys', {
    label: 'Script',
    ...draft,
  })
  const script = new Client(owner.url)
  script.token = `Bearer ${key.value}`
  return { key, script }
}
