import { address, recall, recallCustomer, remember, rememberCustomer } from '@papercups/client-core'
import { dress, put } from './draw.js'
import { pageInfo, type Details } from './page.js'
import { flag, frameSource, mergeOptions, place, type Options } from './options.js'
import { listen, type Conversation } from './listen.js'
import { drawButton } from './button.js'
import { panelStyle } from './panel-style.js'

const OPEN = '__PAPERCUPS__:open'
const POPUP_SEEN = '__PAPERCUPS__:pop_up_seen'

type Callback = ((argument: unknown) => void) | undefined

/** Puts the button on the page. The chat loads on demand. */
export function launch(root: HTMLElement, config: Options, token: string, scriptOrigin: string) {
  // With or without a trailing slash: the server accepts both.
  const base = address(config.baseUrl) || scriptOrigin
  const spot = place(config.position)
  const styles = Object(config.styles) as Record<string, unknown>
  /** The account and the site's proof. */
  const whose = (more?: Options) => ({
    account_id: token,
    inbox_id: config.inbox,
    user_hash: config.userHash,
    identity_token: config.identityToken,
    ...more,
  })
  let customer = Object(config.customer) as Record<string, unknown>
  let customerId = recallCustomer(token, customer.external_id)
  /** The frame's unsent messages, and its other data if the browser denies storage to frames. */
  const keptAs = '__PAPERCUPS__:kept:' + token
  let options = config
  let frame: HTMLIFrameElement | undefined
  let toggle: ReturnType<typeof drawButton> | undefined
  let origin = ''
  /** The window that has reported from the frame. */
  let ready: Window | undefined
  let open = false
  let popup = 0
  let unread = 0
  /** What the team does not know yet: the visit (1), or who the visitor is (2). Negative until the widget has started. */
  let news = -1
  let line: WebSocket | undefined
  /** Increased with each start and stop, so that answers to an earlier one are ignored. */
  let watches = 0
  const held: [event: string, payload: unknown][] = []

  const call = (name: string, argument?: unknown) => {
    // Wrappers pass form values, so it may be a text.
    ;(config[name] as Callback)?.call?.(config, argument)
  }
  /** Resolves to the HTTP status instead of the data if the server refuses, and to 0 if it does not answer. */
  const ask = (path: string, params?: Options, metadata?: object) =>
    fetch(
      frameSource(base + '/api/' + path, whose(params)).href,
      metadata && {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(whose({ metadata })),
      },
    )
      .then((answer) => answer.json())
      .then(({ data, error }) => data || error.status)
      .catch(() => 0)

  /** Waits until the frame listens. */
  const tell = (event: string, payload?: unknown) => {
    if (ready) ready.postMessage({ event, payload }, origin)
    else held.push([event, payload])
  }
  const metadata = () => ({ ...pageInfo(), ...customer })

  const stopWatching = () => {
    line?.close()
    return ++watches
  }
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
      closeable: 1,
      version: '2.0.0',
      baseUrl: base,
      ts: Date.now(),
      accountId: token,
      customerId,
      metadata: JSON.stringify(metadata()),
    })
    // In the fragment, because browsers never send it to a server.
    source.hash = encodeURIComponent(recall(keptAs))
    origin = source.origin
    const box = (frame = put(root, 'iframe', 'chatWindowContainer'))
    frame.title = 'Papercups Chat Widget Container'
    frame.sandbox =
      'allow-scripts allow-popups allow-same-origin allow-forms allow-downloads allow-popups-to-escape-sandbox'
    draw()
    // While the server restarts, the frame shows the browser's error page, which sends no events.
    const knock = () => {
      if (ready || !box.isConnected) return
      box.src = source.href
      setTimeout(knock, 8000)
    }
    knock()
    // Only the chat can create a customer.
    if (news > 1) describe()
  }

  const draw = () => {
    const full = open && innerWidth < 481
    toggle?.(open, unread, full)
    if (frame) dress(frame, panelStyle(open, full, popup, spot), open && styles.chatContainer)
  }

  const setOpen = (next: boolean, quietly?: boolean) => {
    if (open === next) return
    const inside = document.activeElement === frame
    open = next
    if (open) {
      load()
      popup = unread = 0
    }
    remember(OPEN, open, 'sessionStorage')
    draw()
    tell('papercups:toggle', { isOpen: open, focus: !quietly })
    if (!open) {
      if (inside) root.querySelector('button')?.focus()
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
  const identify = (who?: Options) => {
    if (!who) return
    const { external_id } = customer
    // Another person must get nothing of the former one.
    if (external_id && { ...customer, ...who }.external_id !== external_id) reset()
    customer = { ...customer, ...who }
    customerId = recallCustomer(token, customer.external_id)
    news = 2
    if (frame) describe()
    else void watch()
  }
  const know = (id: string | null) => {
    customerId = id
    rememberCustomer(token, id)
  }
  const reset = () => {
    recallCustomer(token)
    know(null)
    customer = {}
    unread = 0
    load()
    tell('papercups:reset')
    show(0)
  }
  /** The commands of the page, by event or through `onChatLoaded`. */
  const commands = {
    reset,
    redraw: draw,
    identify,
    close: () => setOpen(false),
    toggle: () => setOpen(!open),
    open: () => setOpen(true),
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
    'messages:unseen': (details) => {
      unread = details.count || unread + 1
      show(200)
    },
    'messages:seen': (details) => {
      if (!details.dismissed) unread = 0
      remember(POPUP_SEEN, true, 'sessionStorage')
      show(0)
    },
    'popup:height': (details) => {
      if (popup) popup = details.height
      draw()
    },
    'papercups:keep': (details) => remember(keptAs, details.kept),
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
    // The page has moved the widget. This reloads the frame, but as it was first, perhaps for another person.
    if (ready && ready !== source) {
      frame?.remove()
      frame = ready = undefined
      load()
      tell('papercups:toggle', { isOpen: open, focus: false })
      return show(popup)
    }
    ready = source as Window
    for (const [told, about] of held.splice(0)) tell(told, about)
    reports[event]?.(Object(payload) as Details)
  })
  on('resize', draw)
  // Another tab of this site.
  on('storage', ({ key, newValue }: StorageEvent) => {
    if (key === keptAs) tell('papercups:kept', newValue)
  })
  const heard = ({ detail }: CustomEvent) => {
    // Our own event arrives here, too.
    if (detail === customerId) return
    if (!detail) return reset()
    know(detail)
    if (frame) tell('customer:set:id', detail)
    else void watch()
  }
  on('papercups:customer:set', heard)
  on('storytime:customer:set', heard)

  /** Shows replies to a returning visitor, and reports the visit to the team, before the chat is opened. */
  const watch = async () => {
    if (frame || news < 0 || !root.isConnected) return
    const own = stopWatching()
    const again = () => {
      if (own === watches) void watch()
    }
    const { external_id } = customer
    // The stored id may be an anonymous visitor's. Their customer must not get the external id of another one.
    const customer_id = flag(external_id) ? (await ask('customers/identify', { external_id })).customer_id : customerId
    const list = customer_id && (await ask('conversations/customer', { customer_id }))
    if (own !== watches) return
    // The server knows nobody.
    if (customer_id === null) return news > 1 && load()
    // Refused or not answered, which does not mean that there is no conversation.
    if (!list?.map) return setTimeout(again, 3e4)
    const [conversation] = list as Conversation[]
    meet({ customerId: customer_id } as Details)
    if (news > +!conversation) {
      news = 0
      void ask(`customers/${customer_id}/metadata`, {}, metadata())
    }
    if (conversation?.messages.some((message) => message.user_id && !message.seen_at)) load()
    else line = listen(base, conversation?.id || 'lobby:' + customer_id, whose({ customer_id }), again)
  }

  const start = (answer: unknown) => {
    options = mergeOptions(config, answer as Options)
    // Milliseconds, or `true`, which counts as 1.
    const delay = options.popUpInitialMessage as number
    // No such account, or a site that is not allowed. After any other error the widget uses the page's options.
    if (/40[34]/.test(answer as string) || !root.isConnected) return
    if (flag(options.hideOutsideWorkingHours) && options.isOutsideWorkingHours) return
    news = 1
    for (const [name, obey] of Object.entries(commands)) on('papercups:' + name, () => obey())
    if (!flag(options.hideToggleButton)) {
      toggle = drawButton(root, spot, options, styles, load, commands.toggle)
      draw()
    }
    call('onChatLoaded', commands)
    const persisted = flag(options.persistOpenState) && recall(OPEN, 'sessionStorage')
    if (flag(persisted || options.defaultIsOpen || options.isOpenByDefault)) setOpen(true, true)
    if (flag(delay) && !recall(POPUP_SEEN, 'sessionStorage')) setTimeout(() => open || show(200, true), +delay)
    if (/:outbox/.test(recall(keptAs))) load()
    void watch()
  }

  void ask('widget_settings').then(start)
  void ask('widget_settings/metadata', {}, pageInfo())
}
