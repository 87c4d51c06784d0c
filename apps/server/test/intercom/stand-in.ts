import { sendBack, startJsonService, type ServiceAnswer, type ServiceCall, type Values } from '../json-service.js'
import { listPage } from './pages.js'

const refused = (status: number, code: string, message: string): ServiceAnswer => ({
  status,
  body: { type: 'error.list', request_id: 'req-1', errors: [{ code, message }] },
})

/** Intercom at the HTTP level, with the shapes of https://developers.intercom.com/docs/references/rest-api. */
export async function startIntercom() {
  const contacts: Values[] = []
  const conversations: Values[] = []
  const admins: Values[] = []
  /** With the id and name of each. */
  const [companies, tags]: [Values[], Values[]] = [[], []]
  const files = new Map<string, Buffer>()
  const holds = new Map<string, Promise<void>>()
  /** The workspace of each token. */
  const tokens = new Map<string, string>()
  let count = 0

  function token({ values }: ServiceCall): ServiceAnswer {
    if (values.code === 'bad') return refused(401, 'server_error', 'Invalid code')
    const access_token = `token-${++count}`
    tokens.set(access_token, intercom.workspace ?? `app${count}`)
    return { body: { token: access_token, access_token, token_type: 'Bearer' } }
  }

  function create(workspace_id: string, values: Values): ServiceAnswer {
    const same = contacts.find((one) => one.workspace_id === workspace_id && one.email === values.email)
    if (same) return refused(409, 'conflict', `A contact matching those details already exists with id=${same.id}`)
    const contact = { type: 'contact', id: `c${++count}`, workspace_id, ...values }
    contacts.push(contact)
    return { body: contact }
  }

  const service = await startJsonService(async (call) => {
    await holds.get(call.route)
    if (call.route === 'GET /oauth') return sendBack(call, intercom.code)
    if (call.route === 'POST /auth/eagle/token') return token(call)
    // Files have signed URLs and need no token.
    const bytes = files.get(call.route.replace('GET /files/', ''))
    if (bytes) return { bytes }
    const workspace = tokens.get(call.token ?? '')
    if (!workspace) return refused(401, 'unauthorized', 'Access Token Invalid')
    const own = contacts.filter(({ workspace_id }) => workspace_id === workspace)
    if (call.route === 'GET /me') return { body: { type: 'admin', id: '1', app: { id_code: workspace, name: 'Acme' } } }
    if (call.route === 'GET /contacts') return listPage(call, 'data', own)
    if (call.route === 'GET /admins') return { body: { type: 'admin.list', admins } }
    if (call.route === 'GET /tags') return { body: { type: 'list', data: tags } }
    const company = companies.find(({ id }) => call.route === `GET /companies/${id}`)
    if (company) return { body: company }
    const talks = conversations.filter(({ workspace_id }) => workspace_id === workspace)
    // Intercom leaves the parts out of lists.
    const listed = talks.map(({ conversation_parts: _, ...rest }) => rest)
    if (call.route === 'GET /conversations') return listPage(call, 'conversations', listed)
    if (call.route === 'POST /conversations/search') {
      const since = Number(call.values.query.value)
      const changed = listed.filter(({ updated_at }) => Number(updated_at) > since)
      return listPage(call, 'conversations', changed)
    }
    const [, kind, id] = /^GET \/(contacts|conversations)\/([^/]+)$/.exec(call.route) ?? []
    const found = (kind === 'contacts' ? own : talks).find((one) => kind && String(one.id) === id)
    if (found) return { body: found }
    if (call.route === 'POST /contacts') return create(workspace, call.values)
    if (call.route === 'POST /contacts/search') {
      const { field, value } = call.values.query
      // Intercom compares without regard to case.
      const data = own.filter((one) => String(one[field]).toLowerCase() === String(value).toLowerCase())
      return { body: { type: 'list', data } }
    }
    return refused(404, 'not_found', 'Resource not found')
  })

  const intercom = {
    ...service,
    contacts,
    conversations,
    admins,
    companies,
    tags,
    /** By name, under `/files/`. */
    files,
    /** The workspace of the next connections. Without one, each has its own. */
    workspace: undefined as string | undefined,
    /** That the page sends people back with. `bad` is refused. */
    code: 'good',
    /** Calls of the route are answered once it is released. */
    hold(route: string) {
      let release = () => {}
      holds.set(
        route,
        new Promise((resolve) => {
          release = resolve
        }),
      )
      return () => {
        holds.delete(route)
        release()
      }
    },
    /** Somebody removed the app: no token works any more. */
    revokeAll: () => tokens.clear(),
  }
  return intercom
}

export const intercomSettings = (url: string) => ({
  INTERCOM_CLIENT_ID: 'client-1',
  INTERCOM_CLIENT_SECRET: 'secret-1',
  INTERCOM_URL: url,
  INTERCOM_APP_URL: url,
})
