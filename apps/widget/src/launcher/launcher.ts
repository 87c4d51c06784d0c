import { drawButton } from './button.js'
import { put } from './draw.js'
import { recall, recallCustomer, remember, rememberCustomer } from './memory.js'
import { address, color, flag, frameSource, mergeOptions, place, type Options } from './options.js'
import { pageInfo } from './page.js'
import { drawPanel } from './panel.js'
import { watchForReplies } from './watch.js'

const OPEN = '__PAPERCUPS__:open'
const POPUP_SEEN = '__PAPERCUPS__:pop_up_seen'
/** What the frame has unsent, and all that it cannot keep for itself where the browser denies storage to frames. */
const KEPT = '__PAPERCUPS__:kept:'

interface Details {
  ts?: string
  customerId: string | null
  user_id?: unknown
  customer_id?: unknown
  count?: number
  height: number
  dismissed?: boolean
  kept: string
}

/** Puts the button on the page. The chat itself is fetched when somebody, or something, asks for it. */
export function launch(root: HTMLElement, config: Options, token: string, scriptOrigin: string) {
  const base = address(config.baseUrl).replace(/\/+$/, '') || scriptOrigin
  const ts = Date.now()
  const spot = place(config.position)
  const styles = Object(config.styles) as Record<string, unknown>
  /** Whose chat it is, and what the site's server vouches with for its customer. */
  const whose = {
    account_id: token,
    inbox_id: config.inbox,
    user_hash: config.userHash,
    identity_token: config.identityToken,
  }
  const scope = frameSource('http:x', {}, whose).search
  let customer = Object(config.customer) as Record<string, unknown>
  let customerId = recallCustomer(customer.external_id)
  const keptAs = KEPT + token
  const kept = recall('localStorage', keptAs)
  let options = config
  let frame: HTMLIFrameElement | undefined
  let toggle: ReturnType<typeof drawButton> | undefined
  let origin = ''
  let ready = false
  let open = false
  let popup = 0
  let unread = 0
  let stopWatching = () => {}
  const held: object[] = []

  const call = (name: string, argument?: unknown) => {
    const callback = config[name]
    if (typeof callback === 'function') callback(argument)
  }
  /** Undefined when the server refuses. When there is no answer at all, an empty one: the widget goes on with what it has. */
  const ask = (path: string, body?: object) =>
    fetch(
      base + '/api/' + path,
      body && { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    )
      .then((answer) => answer.json())
      .then(
        ({ data }) => data,
        () => [],
      )

  const flush = () => held.splice(0).forEach((message) => frame?.contentWindow?.postMessage(message, origin))
  /** Waits until the frame listens. */
  const tell = (event: string, payload?: unknown) => {
    held.push({ event, payload })
    if (ready) flush()
  }
  const metadata = () => ({ ...pageInfo(), ...customer })

  const load = () => {
    if (frame) return
    stopWatching()
    const url = address(options.iframeUrlOverride) || (scriptOrigin || base) + '/widget'
    const source = frameSource(
      url,
      { theme: getComputedStyle(document.body).colorScheme, ...options },
      {
        token,
        accountId: token,
        baseUrl: base,
        customerId,
        closeable: 1,
        version: '2.0.0',
        ts,
        metadata: JSON.stringify(metadata()),
      },
    )
    // The fragment, because no server is ever told of it.
    source.hash = encodeURIComponent(kept)
    origin = source.origin
    frame = put(root, 'iframe', 'chatWindowContainer')
    frame.title = 'Papercups Chat Widget Container'
    frame.sandbox =
      'allow-scripts allow-popups allow-same-origin allow-forms allow-downloads allow-popups-to-escape-sandbox'
    draw()
    // A server that is just restarting leaves the browser's error page in the frame, and that never reports anything.
    const knock = () => {
      if (ready || !frame) return
      frame.src = source.href
      setTimeout(knock, 8000)
    }
    knock()
  }

  const draw = () => {
    const full = innerWidth < 481
    toggle?.draw(open, unread, open && full)
    if (frame) drawPanel(frame, open, full, popup, spot, styles.chatContainer)
  }

  const popupSeen = () => remember('sessionStorage', POPUP_SEEN, true)

  const setOpen = (next: boolean, quietly?: boolean) => {
    if (open === next) return
    const inside = document.activeElement === frame
    open = next
    if (open) {
      load()
      unread = popup = 0
      popupSeen()
    }
    remember('sessionStorage', OPEN, open)
    draw()
    tell('papercups:toggle', { isOpen: open, focus: !quietly })
    if (open && !quietly) frame?.focus()
    if (!open && inside) toggle?.button.focus()
    call('onChat' + (open ? 'Opened' : 'Closed'))
  }
  const show = (height: number, initial?: boolean) => {
    popup = open ? 0 : height
    if (popup) load()
    draw()
    tell('notifications:display', { shouldDisplayNotifications: !!popup, popUpInitialMessage: initial })
  }

  const describe = () => tell('customer:update', { customerId: customerId || null, metadata: metadata() })
  const identify = (who: unknown) => {
    customer = { ...customer, ...Object(who) }
    customerId = recallCustomer(customer.external_id)
    if (frame) describe()
    else if (customerId) void ask(`customers/${customerId}/metadata` + scope, { metadata: metadata() })
  }
  const know = (id?: string | null) => {
    customerId = id || ''
    rememberCustomer(customerId)
  }
  /** What the page can ask for, by event or through `onChatLoaded`. */
  const commands: Record<string, (argument?: unknown) => void> = {
    open: () => setOpen(true),
    close: () => setOpen(false),
    toggle: () => setOpen(!open),
    identify,
    reset() {
      know()
      customer = {}
      load()
      tell('papercups:reset')
    },
  }

  const meet = ({ customerId: id }: Details) => {
    if (id === customerId) return
    know(id)
    dispatchEvent(new CustomEvent('papercups:customer:set', { detail: customerId }))
  }
  /** What the frame reports, by our own names and those of the published one. */
  const reports: Record<string, (details: Details) => void> = {
    'chat:loaded': () => tell('papercups:plan', { plan: options.subscriptionPlan }),
    'customer:created': meet,
    'customer:updated': meet,
    'conversation:join': describe,
    'message:sent': (message) => call('onMessageSent', message),
    'message:received': (message) => {
      if (message.user_id && !message.customer_id) call('onMessageReceived', message)
    },
    'messages:unseen': ({ count }) => {
      unread = count || unread + 1
      show(200)
    },
    'messages:seen': ({ dismissed }) => {
      if (!dismissed) unread = 0
      popupSeen()
      show(0)
    },
    'popup:height': ({ height }) => {
      if (popup) popup = height
      draw()
    },
    'papercups:keep': ({ kept }) => remember('localStorage', keptAs, kept),
    'papercups:open': () => setOpen(true),
    'papercups:close': () => setOpen(false),
  }

  /** Wrappers take the widget away by removing its node: from then on nothing may answer. */
  const on = (name: string, listener: (event: never) => void) =>
    addEventListener(name, (event) => (root.isConnected ? listener(event as never) : stopWatching()))
  on('message', ({ source, origin: sender, data }: MessageEvent) => {
    const { event, payload } = Object(data) as { event: string; payload: unknown }
    const details = Object(payload) as Details
    const foreign = details.ts && +details.ts !== ts
    if (!frame || source !== frame.contentWindow || sender !== origin || foreign) return
    ready = true
    flush()
    reports[event]?.(details)
  })
  for (const name in commands) on('papercups:' + name, () => commands[name]?.())
  on('resize', draw)
  // Another tab of this site.
  on('storage', ({ key, newValue }: StorageEvent) => {
    if (key === keptAs) tell('papercups:kept', newValue)
  })
  for (const name of ['papercups', 'storytime'])
    on(name + ':customer:set', ({ detail }: CustomEvent) => {
      // Our own announcement comes by here as well.
      if (detail === customerId) return
      know(detail)
      tell('customer:set:id', detail)
    })

  const start = (answer?: Options) => {
    options = mergeOptions(config, answer)
    // Milliseconds, or merely yes, which is as good as one.
    const delay = options.popUpInitialMessage as number
    // No such account, or a site that may not have its chat.
    if (!answer || (flag(options.hideOutsideWorkingHours) && options.isOutsideWorkingHours)) return
    if (!flag(options.hideToggleButton)) {
      toggle = drawButton(root, spot, color(options), options.customIconUrl, options.iconVariant, styles, load)
      toggle.button.onclick = () => setOpen(!open)
      draw()
    }
    call('onChatLoaded', commands)
    const persisted = flag(options.persistOpenState) && recall('sessionStorage', OPEN)
    if (flag(persisted || options.defaultIsOpen || options.isOpenByDefault)) setOpen(true, true)
    if (flag(delay) && !recall('sessionStorage', POPUP_SEEN)) setTimeout(() => open || show(200, true), +delay)
    if (kept.includes(':outbox')) load()
    if (customerId && !frame)
      stopWatching = watchForReplies(
        base,
        { ...whose, customer_id: customerId },
        () => ask(`conversations/customer${scope}&customer_id=` + customerId),
        load,
      )
  }

  void ask('widget_settings' + scope).then(start)
  void ask('widget_settings/metadata', { ...whose, metadata: pageInfo() })
}
