import { sendBack, startJsonService, type ServiceAnswer, type ServiceCall, type Values } from '../json-service.js'

const refused = (status: number, code: string, message: string): ServiceAnswer => ({
  status,
  body: { type: 'error.list', request_id: 'req-1', errors: [{ code, message }] },
})

/** Intercom at the HTTP level, with the shapes of https://developers.intercom.com/docs/references/rest-api. */
export async function startIntercom() {
  const contacts: Values[] = []
  /** The workspace of each token. */
  const tokens = new Map<string, string>()
  let count = 0

  function token({ values }: ServiceCall): ServiceAnswer {
    if (values.code === 'bad') return refused(401, 'server_error', 'Invalid code')
    const access_token = `token-${++count}`
    tokens.set(access_token, `app${count}`)
    return { body: { token: access_token, access_token, token_type: 'Bearer' } }
  }

  function create(workspace_id: string, values: Values): ServiceAnswer {
    const same = contacts.find((one) => one.workspace_id === workspace_id && one.email === values.email)
    if (same) return refused(409, 'conflict', `A contact matching those details already exists with id=${same.id}`)
    const contact = { type: 'contact', id: `c${++count}`, workspace_id, ...values }
    contacts.push(contact)
    return { body: contact }
  }

  const service = await startJsonService((call) => {
    if (call.route === 'GET /oauth') return sendBack(call, intercom.code)
    if (call.route === 'POST /auth/eagle/token') return token(call)
    const workspace = tokens.get(call.token ?? '')
    if (!workspace) return refused(401, 'unauthorized', 'Access Token Invalid')
    const own = contacts.filter(({ workspace_id }) => workspace_id === workspace)
    if (call.route === 'GET /me') return { body: { type: 'admin', id: '1', app: { id_code: workspace, name: 'Acme' } } }
    if (call.route === 'GET /contacts') return { body: { type: 'list', data: own } }
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
    /** That the page sends people back with. `bad` is refused. */
    code: 'good',
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
