import type { MattermostChannel } from '@papercups/contract'
import type { Platform } from '../../platform/platform.js'
import { callMattermost, MARK, type MattermostAccount } from './mattermost-api.js'

const PAGE = 200
const MAX_PAGES = 5
const MAX_TEAMS = 20

interface Named {
  id: string
  name: string
  display_name: string
}

/** The public channels of the bot's teams: Mattermost calls outgoing webhooks for no others. */
export async function listChannels(platform: Platform, access: MattermostAccount): Promise<MattermostChannel[]> {
  const get = <T extends object>(path: string) => callMattermost<T>(platform, access, 'GET', path)
  const channels: MattermostChannel[] = []
  for (const team of (await get<Named[]>('users/me/teams')).slice(0, MAX_TEAMS)) {
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const found = await get<Named[]>(`teams/${encodeURIComponent(team.id)}/channels?page=${page}&per_page=${PAGE}`)
      const owner = { team_id: team.id, team_name: team.name, team_display_name: team.display_name }
      channels.push(...found.map(({ id, name, display_name }) => ({ id, name, display_name, ...owner })))
      if (found.length < PAGE) break
    }
  }
  return channels
}

export async function postTest(platform: Platform, access: MattermostAccount, channel_id: string) {
  const message = 'Papercups can post to this channel. New conversations will appear here.'
  await callMattermost(platform, access, 'POST', 'posts', { channel_id, message, props: { [MARK]: 'test' } })
}
