import { FULL_SNAPSHOT, INCREMENTAL, INPUT, MUTATION, type RecordedEvent } from './recorded-event.js'

interface RecordedNode {
  id?: unknown
  tagName?: unknown
  attributes?: Record<string, unknown>
  childNodes?: unknown
}

/** They are drawn without attributes: they show nothing, and theirs name other pages or servers. */
const BARE = new Set(['base', 'meta', 'object', 'embed', 'applet', 'frame', 'portal', 'fencedframe', 'source', 'track'])

/** Players of video and sound, which would start and fail. */
const MEDIA = new Set(['video', 'audio'])

const isMediaState = (name: string) => /^src$|^autoplay$|^rr_media/i.test(name)

const MASKED = '********'

/**
 * Removes what a recorded page must not do in the agent's browser. The policy of the player's page already blocks scripts and every request; this removes what no policy covers (connections that a `link` opens early), and values of password fields, which old recorders send.
 */
export function createCleaner() {
  const passwords = new Set<unknown>()

  function cleanNode(node: RecordedNode) {
    const { attributes, childNodes } = node
    const tag = String(node.tagName ?? '').toLowerCase()
    if (attributes && typeof attributes === 'object') {
      const isInlined = '_cssText' in attributes
      if (BARE.has(tag) || (tag === 'link' && !isInlined)) node.attributes = {}
      else cleanAttributes(attributes)
      if (tag === 'iframe') delete attributes.src
      if (MEDIA.has(tag)) for (const name of Object.keys(attributes)) if (isMediaState(name)) delete attributes[name]
      if (tag === 'input' && String(attributes.type).toLowerCase() === 'password') {
        passwords.add(node.id)
        if (attributes.value) attributes.value = MASKED
      }
    }
    if (Array.isArray(childNodes)) for (const child of childNodes) if (child) cleanNode(child as RecordedNode)
  }

  function cleanMutation(data: { adds?: unknown; attributes?: unknown }) {
    for (const { node } of listOf<{ node?: RecordedNode }>(data.adds)) if (node) cleanNode(node)
    for (const { id, attributes } of listOf<{ id?: unknown; attributes?: Record<string, unknown> }>(data.attributes)) {
      if (!attributes) continue
      cleanAttributes(attributes)
      delete attributes.rel
      if (passwords.has(id) && attributes.value) attributes.value = MASKED
    }
  }

  return function clean(event: RecordedEvent): RecordedEvent {
    const data = event.data as Record<string, unknown>
    if (event.type === FULL_SNAPSHOT) {
      // The numbers of another page mean other nodes.
      passwords.clear()
      cleanNode(data.node as RecordedNode)
    }
    if (event.type === INCREMENTAL && data.source === MUTATION) cleanMutation(data)
    if (event.type === INCREMENTAL && data.source === INPUT && passwords.has(data.id)) data.text = MASKED
    return event
  }
}

/** Event handlers, pages inside attributes, and links that run a script. */
function cleanAttributes(attributes: Record<string, unknown>) {
  for (const [name, value] of Object.entries(attributes)) {
    const isScript = /^on|^srcdoc$|^ping$/i.test(name)
    if (isScript || (typeof value === 'string' && SCRIPT_URL.test(value))) delete attributes[name]
  }
}

/** Browsers ignore white space and control characters inside the scheme. */
// oxlint-disable-next-line no-control-regex
const SCRIPT_URL = /^[\0- ]*j[\0- ]*a[\0- ]*v[\0- ]*a[\0- ]*s[\0- ]*c[\0- ]*r[\0- ]*i[\0- ]*p[\0- ]*t[\0- ]*:/i

const listOf = <T>(value: unknown) => (Array.isArray(value) ? value.filter(Boolean) : []) as T[]
