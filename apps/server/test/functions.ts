import type { Lambda, LambdaRun, LambdaRunDetails } from '@papercups/contract'
import { newScript } from './api-keys.js'
import type { Agent } from './story.js'

export const FUNCTIONS = '/api/lambdas'

/** A function of this admin, deployed with a new API key of theirs, and active unless the fields say otherwise. */
export async function newFunction(owner: Agent, code: string, fields: object = {}): Promise<Lambda> {
  const keys = await owner.data('GET', '/api/personal_api_keys')
  if (keys.length === 0) await newScript(owner)
  const { id } = await owner.data('POST', FUNCTIONS, { lambda: { name: 'Auto reply', code } })
  await owner.data('POST', `${FUNCTIONS}/${id}/deploy`, {})
  return owner.data('PUT', `${FUNCTIONS}/${id}`, { lambda: { status: 'active', ...fields } })
}

/** Newest first. */
export async function runsOf(owner: Agent, { id }: { id: string }): Promise<LambdaRun[]> {
  return owner.data('GET', `${FUNCTIONS}/${id}/runs`)
}

/** The runs that ended, oldest first, with everything about them. */
export async function endedRuns(owner: Agent, { id }: { id: string }): Promise<LambdaRunDetails[]> {
  const ended = (await runsOf(owner, { id })).filter(({ finished_at }) => finished_at !== null).toReversed()
  return Promise.all(ended.map((run) => owner.data('GET', `${FUNCTIONS}/${id}/runs/${run.id}`)))
}
