import { browserInfo, recall, recallCustomer, recallPerson, remember, rememberCustomer } from '@papercups/client-core'
import type { Site } from './start.js'

/** The key of the published recorder, so that a tab keeps its session. */
const SESSION = 'papercups:storytime:session'

export interface Session {
  id: string
  customer_id: string | null
  /** Links the session with the customer that the chat knows now. */
  identify(customer_id: string): void
  restart(): void
  /** Sends bodies of events while the page is left. */
  sendRest(bodies: string[]): void
  finish(): void
  /** The next page begins another session. */
  forget(): void
}

/** Continues the session of this tab, or creates one with its customer. */
export async function openSession(site: Site): Promise<Session> {
  const call = createCalls(site)
  const customer_id = await findCustomer(site, call)
  const kept = recall(SESSION, 'sessionStorage')
  const exists = kept && (await call<boolean>('GET', `browser_sessions/${kept}/exists`).catch(() => false))
  const id = exists ? kept : await createSession(site, call, customer_id)
  remember(SESSION, id, 'sessionStorage')

  const path = `browser_sessions/${id}`
  const beacon = (verb: string) => navigator.sendBeacon(`${site.base}/api/${path}/${verb}?_=${Date.now()}`)
  const session: Session = {
    id,
    customer_id,
    identify(customer_id) {
      session.customer_id = customer_id
      void call('POST', `${path}/identify`, { customer_id }).catch(site.log)
    },
    restart: () => void beacon('restart'),
    // Plain text needs no question to the server before it, for which a page that is left has no time.
    sendRest: (bodies) => bodies.forEach((body) => navigator.sendBeacon(`${site.base}/api/${path}/events`, body)),
    finish: () => void beacon('finish'),
    forget: () => remember(SESSION, '', 'sessionStorage'),
  }
  if (exists) {
    session.restart()
    if (customer_id) session.identify(customer_id)
  }
  return session
}

type Call = ReturnType<typeof createCalls>

const createCalls =
  ({ base }: Site) =>
  async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${base}/api/${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path}: the server answered ${answer.status}`)
    return ((await answer.json()) as { data: T }).data
  }

/** Undefined values disappear in JSON. */
const proofOf = ({ options: { userHash, identityToken } }: Site) => ({
  user_hash: userHash,
  identity_token: identityToken,
})

const facts = () => ({
  ...browserInfo(navigator.userAgent, document.referrer),
  host: location.host,
  pathname: location.pathname,
  // Without the query, which may hold tokens.
  current_url: location.origin + location.pathname,
  screen_height: screen.height,
  screen_width: screen.width,
})

/** The customer of the chat, the one that the site names, or a new one. Null if the server refuses all of them. */
async function findCustomer(site: Site, call: Call): Promise<string | null> {
  const { account_id, options } = site
  const { external_id } = options.customer ?? {}
  const earlier = recallCustomer(account_id, external_id ?? recallPerson(account_id))
  const id = (external_id && (await identify(site, call, external_id))) || earlier || (await introduce(site, call))
  if (!id || id === earlier) return id
  rememberCustomer(account_id, id)
  dispatchEvent(new CustomEvent('storytime:customer:set', { detail: id }))
  return id
}

async function identify(site: Site, call: Call, external_id: string) {
  const proof = Object.entries(proofOf(site)).filter((pair): pair is [string, string] => !!pair[1])
  const query = new URLSearchParams([['external_id', external_id], ['account_id', site.account_id], ...proof])
  const found = await call<{ customer_id: string | null }>('GET', `customers/identify?${query}`).catch(() => null)
  return found?.customer_id
}

async function introduce(site: Site, call: Call) {
  const customer = { ...facts(), ...site.options.customer, account_id: site.account_id }
  const made = await call<{ id: string }>('POST', 'customers', { customer, ...proofOf(site) }).catch(site.log)
  return made ? made.id : null
}

async function createSession(site: Site, call: Call, customer_id: string | null) {
  const { account_id } = site
  const create = (customer_id?: string) =>
    call<{ id: string }>('POST', 'browser_sessions', {
      browser_session: { account_id, customer_id, started_at: new Date().toISOString(), metadata: facts() },
    })
  // A customer who was erased meanwhile must not end the recording.
  const { id } = customer_id ? await create(customer_id).catch(() => create()) : await create()
  return id
}
