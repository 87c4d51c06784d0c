const [FULL_SNAPSHOT, INCREMENTAL] = [2, 3]
const [MUTATION, INPUT] = [0, 5]
const SECRET_TYPES = new Set(['password', 'hidden'])
/** Remembered nodes of one page. */
const MAX_NODES = 5_000

type Fields = Record<string, unknown>

/**
 * Removes the values of password and hidden fields from an event. Recorders of the original put them into every snapshot.
 * `secret` remembers the nodes, because later events name them only by their id.
 */
export function hideSecrets(event: unknown, secret: Set<number>): unknown {
  if (!isFields(event) || !isFields(event.data)) return event
  if (event.type === FULL_SNAPSHOT) {
    secret.clear()
    hideIn(event.data.node, secret)
  }
  if (event.type !== INCREMENTAL) return event
  if (event.data.source === MUTATION) hideInMutation(event.data, secret)
  if (event.data.source === INPUT && secret.has(Number(event.data.id))) event.data.text = ''
  return event
}

function hideInMutation({ adds, attributes }: Fields, secret: Set<number>) {
  for (const added of listOf(adds)) hideIn(added.node, secret)
  for (const changed of listOf(attributes)) {
    if (!isFields(changed.attributes)) continue
    if (SECRET_TYPES.has(String(changed.attributes.type).toLowerCase())) remember(secret, changed.id)
    if (secret.has(Number(changed.id))) delete changed.attributes.value
  }
}

/** Frames are at most 200 levels deep, so this does not overflow. */
function hideIn(node: unknown, secret: Set<number>) {
  if (!isFields(node)) return
  const { tagName, attributes } = node
  if (isFields(attributes) && String(tagName).toLowerCase() === 'input') {
    if (SECRET_TYPES.has(String(attributes.type).toLowerCase())) {
      remember(secret, node.id)
      delete attributes.value
    }
  }
  for (const child of listOf(node.childNodes)) hideIn(child, secret)
}

function remember(secret: Set<number>, id: unknown) {
  if (secret.size < MAX_NODES && typeof id === 'number') secret.add(id)
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const listOf = (value: unknown) => (Array.isArray(value) ? value.filter(isFields) : [])
