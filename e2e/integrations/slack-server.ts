import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Slack's OAuth: its page, on which the user presses Allow at once, and the exchange of the code. It takes every post. */
export async function startSlackServer() {
  const slack = {
    url: '',
    /** `bad` is refused. */
    code: 'good',
    channel: 'C0HELP',
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
  let posts = 0
  const access = () => ({
    ok: true,
    access_token: 'xoxb-1',
    scope: 'chat:write',
    bot_user_id: 'U0BOT',
    team: { id: 'T0ACME', name: 'Acme' },
    incoming_webhook: {
      channel: `#${slack.channel.toLowerCase()}`,
      channel_id: slack.channel,
      configuration_url: 'https://acme.slack.com/services/B1',
    },
    // Of posts and of links to them.
    ts: `1709284505.${String(++posts).padStart(6, '0')}`,
    permalink: `https://acme.slack.com/archives/${slack.channel}/p1709284505`,
  })
  const server = createServer((request, reply) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', slack.url)
    if (pathname === '/oauth/v2/authorize') {
      const back = new URL(searchParams.get('redirect_uri') ?? '')
      back.search = new URLSearchParams({ code: slack.code, state: searchParams.get('state') ?? '' }).toString()
      return void reply.writeHead(302, { location: back.href, connection: 'close' }).end()
    }
    if (pathname === '/api/conversations.list') {
      const channels = [
        { id: 'C0FAROL', name: 'farol' },
        { id: 'C0OTHER', name: 'other' },
      ]
      const headers = { 'content-type': 'application/json', connection: 'close' }
      return void reply.writeHead(200, headers).end(JSON.stringify({ ok: true, channels }))
    }
    const is_refused = pathname === '/api/oauth.v2.access' && slack.code === 'bad'
    const answer = is_refused ? { ok: false, error: 'invalid_code' } : access()
    reply.writeHead(200, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  slack.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return slack
}

/** For a server that calls this Slack. */
export const slackSettings = (url: string) => ({
  OUTBOUND_ALLOWED_NETWORKS: '127.0.0.1',
  SLACK_CLIENT_ID: 'client-1',
  SLACK_CLIENT_SECRET: 'secret-1',
  SLACK_SIGNING_SECRET: 'secret-2',
  SLACK_URL: url,
})
