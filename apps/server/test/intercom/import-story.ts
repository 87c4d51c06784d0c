import type { IntercomImport } from '@papercups/contract'
import { beforeAll, expect, vi } from 'vitest'
import { startTestServer } from '../server.js'
import { story, type Agent } from '../story.js'
import { intercomSettings, startIntercom } from './stand-in.js'

const WAIT = { timeout: 30_000, interval: 50 }
let workspaces = 0

/** One Intercom and one server for a test file: each story has a workspace of its own. */
async function startIntercomServer() {
  const intercom = await startIntercom()
  return { intercom, server: await startTestServer({ env: intercomSettings(intercom.url) }) }
}

export async function connectIntercom(agent: Agent) {
  const { url } = await agent.data('POST', '/api/intercom/oauth')
  const state = new URL(url as string).searchParams.get('state') ?? ''
  return agent.data('GET', `/api/intercom/callback?code=good&state=${encodeURIComponent(state)}`)
}

/** For the stories of a test file. Each is a company that is connected to a workspace of its own. */
export function prepareMoving() {
  let world: Awaited<ReturnType<typeof startIntercomServer>>
  beforeAll(async () => {
    world = await startIntercomServer()
  })
  return () => movingStory(world)
}

async function movingStory({ intercom, server }: Awaited<ReturnType<typeof startIntercomServer>>) {
  const cast = await story(server)
  const workspace = `workspace-${++workspaces}`
  intercom.workspace = workspace
  await connectIntercom(cast.ada)
  return { ...cast, intercom, server, workspace }
}

export const importOf = (agent: Agent, id: string): Promise<IntercomImport> =>
  agent.data('GET', `/api/intercom/imports/${id}`)

export async function whenImport(agent: Agent, id: string, fits: (now: IntercomImport) => boolean) {
  return vi.waitFor(async () => {
    const now = await importOf(agent, id)
    expect(fits(now), JSON.stringify(now)).toBe(true)
    return now
  }, WAIT)
}

export async function runImport(agent: Agent) {
  const { id } = await agent.data('POST', '/api/intercom/imports')
  return whenImport(agent, id, ({ state }) => state !== 'running')
}

export const findByEmail = async (agent: Agent, email: string) =>
  (await agent.data('GET', `/api/customers?q=${encodeURIComponent(email)}`))[0]
