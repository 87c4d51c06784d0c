import { address, recall, recallCustomer, remember, rememberCustomer } from '@papercups/client-core'
import { drawButton } from './button.js'
import { put } from './draw.js'
import { flag, frameSource, mergeOptions, place, type Options } from './options.js'
import { pageInfo } from './page.js'
import { drawPanel } from './panel.js'
import { watchForReplies } from './watch.js'

const OPEN = '__PAPERCUPS__:open'
const POPUP_SEEN = '__PAPERCUPS__:pop_up_seen'
/** The frame's unsent messages, and its other data if the browser denies storage to frames. */
const KEPT = '__PAPERCUPS__:kept:'

interface Details {
  customerId: string | null
  user_id?: unknown
  count?: number
  height: number
  dismissed?: boolean
  kept: string
}

/** Puts the button on the page. The chat loads on demand. */
export function launch(root: HTMLElement, config: Options, token: string, scriptOrigin: string) {
  // With or without a trailing slash: the server accepts both.
  const base = address(config.baseUrl) || scriptOrigin
  const spot = place(config.position)
  const styles = Object(config.styles) as Record<string, unknown>
  /** The account, the customer and the site's proof. */
  const whose = {
    account_id: token,
    inbox_id: config.inbox,
    user_hash: config.userHash,
    identity_token: config.identityToken,
  }
  const query = (more?: Options) => frameSource('http:x', { ...whose, ...more }).search
  let customer = Object(config.customer) as Record<string, unknown>
  let customerId = recallCustomer(token, customer.external_id)
  const keptAs = KEPT + token
  const kept = recall(keptAs)
  let options = config
  let frame: HTMLIFrameElement | undefined
  let toggle: ReturnType<typeof drawButton> | undefined
  let origin = ''
  let ready: boolean | undefined
  let open = false
  let popup = 0
  let unread = 0
  let stopWatching = () => {}
  const held: object[] = []

  const call = (name: string, argument?: unknown) => {
    const callback = config[name]
    if (typeof callback === 'function') callback(argument)
  }
  /**
   * Undefined if the account does not exist or does not allow this site. After any other error the widget uses the
   * page's options.
   */
  const ask = (path: string, body?: object) =>
    fetch(
      base + '/api/' + path,
      body && { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    )
      .then((answer) => answer.json())
      .then(
        ({ data, error }) => data || (/40[34]/.test(error?.status) ? data : []),
        () => [],
      )

  /** Waits until the frame listens. */
  const tell = (event: string, payload?: unknown) => {
    held.push({ event, payload })
    if (ready) flush()
  }
  const flush = () => held.splice(0).forEach((message) => frame?.contentWindow?.postMessage(message, origin))
  const metadata = () => ({ ...pageInfo(), ...customer })

  const load = () => {
    if (frame) return
    stopWatching()
    // Read only from the page's own code: account settings must not choose the page that the site shows.
    const url = address(config.iframeUrlOverride) || (scriptOrigin || base) + '/widget'
    const source = frameSource(url, {
      primaryColor: options.color,
      theme: getComputedStyle(document.body).colorScheme,
      ...options,
      token,
      accountId: token,
      baseUrl: base,
      customerId,
      closeable: 1,
      version: '2.0.0',
      ts: Date.now(),
      metadata: JSON.stringify(metadata()),
    })
    // In the fragment, because browsers never send it to a server.
    source.hash = encodeURIComponent(kept)
    origin = source.origin
    const box = (frame = put(root, 'iframe', 'chatWindowContainer'))
    frame.title = 'Papercups Chat Widget Container'
    frame.sandbox =
      'allow-scripts allow-popups allow-same-origin allow-forms allow-downloads allow-popups-to-escape-sandbox'
    draw()
    // While the server restarts, the frame shows the browser's error page, which sends no events.
    const knock = () => {
      if (ready) return
      box.src = source.href
      setTimeout(knock, 8000)
    }
    knock()
  }

  const draw = () => {
    const full = innerWidth < 481
    toggle?.draw(open, unread, open && full)
    if (frame) drawPanel(frame, open, full, popup, spot, styles.chatContainer)
  }

  const setOpen = (next: boolean, quietly?: boolean) => {
    if (open === next) return
    const inside = document.activeElement === frame
    open = next
    if (open) {
      load()
      popup = unread = 0
      remember(POPUP_SEEN, true, 'sessionStorage')
    }
    remember(OPEN, open, 'sessionStorage')
    draw()
    tell('papercups:toggle', { isOpen: open, focus: !quietly })
    if (!open) {
      if (inside) toggle?.button.focus()
    } else if (!quietly) frame?.focus()
    call('onChat' + (open ? 'Opened' : 'Closed'))
  }
  const show = (height: number, initial?: boolean) => {
    popup = open ? 0 : height
    if (popup) load()
    draw()
    tell('notifications:display', { shouldDisplayNotifications: !!popup, popUpInitialMessage: initial })
  }

  const describe = () => tell('customer:update', { customerId, metadata: metadata() })
  const update = () => void ask(`customers/${customerId}/metadata` + query(), { metadata: metadata() })
  const identify = (who?: unknown) => {
    if (!who) return
    customer = { ...customer, ...who }
    customerId = recallCustomer(token, customer.external_id)
    if (customerId && !frame) return update()
    // Only the chat can check the customer and create it.
    load()
    describe()
  }
  const know = (id: string | null) => {
    customerId = id
    rememberCustomer(token, id)
  }
  const reset = () => {
    recallCustomer(token)
    know(null)
    customer = {}
    load()
    tell('papercups:reset')
  }
  /** The commands of the page, by event or through `onChatLoaded`. */
  const commands = {
    open: () => setOpen(true),
    close: () => setOpen(false),
    toggle: () => setOpen(!open),
    identify,
    reset,
    redraw: draw,
  }

  const meet = ({ customerId: id }: Details) => {
    if (id === customerId) return
    know(id)
    dispatchEvent(new CustomEvent('papercups:customer:set', { detail: id }))
  }
  /** The events of the frame, under our names and those of the published one. */
  const reports: Record<string, (details: Details) => void> = {
    'chat:loaded': () => tell('papercups:plan', { plan: options.subscriptionPlan }),
    'customer:updated': meet,
    'customer:created': meet,
    'conversation:join': describe,
    'message:sent': (message) => call('onMessageSent', message),
    'message:received': (message) => {
      if (message.user_id) call('onMessageReceived', message)
    },
    'messages:unseen': ({ count }) => {
      unread = count || unread + 1
      show(200)
    },
    'messages:seen': ({ dismissed }) => {
      if (!dismissed) unread = 0
      remember(POPUP_SEEN, true, 'sessionStorage')
      show(0)
    },
    'popup:height': ({ height }) => {
      if (popup) popup = height
      draw()
    },
    'papercups:keep': ({ kept }) => remember(keptAs, kept),
    'papercups:open': commands.open,
    'papercups:close': commands.close,
  }

  /** Wrappers remove the widget by removing its node. After that, no handler may run. */
  const on = (name: string, listener: (event: never) => void) =>
    addEventListener(name, (event) => (root.isConnected ? listener(event as never) : stopWatching()))
  on('message', ({ source, origin: sender, data }: MessageEvent) => {
    const { event, payload } = Object(data) as { event: string; payload: unknown }
    // Ignores messages of another widget on the page.
    if (source !== frame?.contentWindow || sender !== origin) return
    ready = true
    flush()
    reports[event]?.(Object(payload) as Details)
  })
  on('resize', draw)
  // Another tab of this site.
  on('storage', ({ key, newValue }: StorageEvent) => {
    if (key === keptAs) tell('papercups:kept', newValue)
  })
  for (const name of ['papercups', 'storytime'])
    on(name + ':customer:set', ({ detail }: CustomEvent) => {
      // Our own event arrives here, too.
      if (detail === customerId) return
      if (!detail) return reset()
      know(detail)
      tell('customer:set:id', detail)
    })

  /** Shows replies to a returning visitor, and reports the visit to the team, before the chat is opened. */
  const watch = () => {
    if (!frame)
      stopWatching = watchForReplies(
        base,
        { ...whose, customer_id: customerId },
        () => ask('conversations/customer' + query({ customer_id: customerId })),
        update,
        load,
      )
  }

  const start = (answer?: Options) => {
    options = mergeOptions(config, answer)
    // Milliseconds, or `true`, which counts as 1.
    const delay = options.popUpInitialMessage as number
    // No such account, a site that is not allowed, or outside working hours.
    if (!answer || (flag(options.hideOutsideWorkingHours) && options.isOutsideWorkingHours)) return
    for (const [name, obey] of Object.entries(commands)) on('papercups:' + name, () => obey())
    if (!flag(options.hideToggleButton)) {
      toggle = drawButton(root, spot, options, styles, load)
      toggle.button.onclick = commands.toggle
      draw()
    }
    call('onChatLoaded', commands)
    const persisted = flag(options.persistOpenState) && recall(OPEN, 'sessionStorage')
    if (flag(persisted || options.defaultIsOpen || options.isOpenByDefault)) setOpen(true, true)
    if (flag(delay) && !recall(POPUP_SEEN, 'sessionStorage')) setTimeout(() => open || show(200, true), +delay)
    if (kept.includes(':outbox')) load()
    if (customerId) watch()
    else if (customer.external_id && !frame)
      void ask('customers/identify' + query({ external_id: customer.external_id })).then(({ customer_id }) => {
        if (frame || !customer_id) return
        meet({ customerId: customer_id } as Details)
        watch()
      })
  }

  void ask('widget_settings' + query()).then(start)
  void ask('widget_settings/metadata', { ...whose, metadata: pageInfo() })
}
