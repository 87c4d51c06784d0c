import type { attributes, eventWithTime, mutationData, serializedNodeWithId } from '@rrweb/types'
import { isRecorded, maskInput, safeUrl, stars } from './masks.js'

// Numbers of the event format. Its enums would cost bytes.
const ELEMENT = 2
const FULL_SNAPSHOT = 2
const INCREMENT = 3
const META = 4
const MUTATION = 0
const INPUT = 5

const LINKS = ['href', 'action', 'formaction', 'src', 'rr_src']
const TEXTS = ['alt', 'title', 'placeholder', 'aria-label', 'aria-description', 'label', 'value']

interface Mirror {
  getNode(id: number): Node | null
}

/** Removes private values that the recording library keeps. Returns undefined if nothing may be sent. */
export function cleanEvent(event: eventWithTime, mirror: Mirror, mask_text: boolean): eventWithTime | undefined {
  const elementOf = (id: number) => mirror.getNode(id) as Element | null

  function clean(id: number, tag: string, values: Values) {
    if (tag === 'input' || tag === 'textarea' || tag === 'select' || tag === 'option' || tag.includes('-'))
      cleanField(elementOf(id), tag, values)
    if (tag === 'a' || tag === 'area' || tag === 'form' || tag === 'iframe' || tag === 'button') {
      for (const name of LINKS) if (typeof values[name] === 'string') values[name] = safeUrl(values[name])
      // The document inside is recorded by itself, with masks.
      delete values.srcdoc
    }
    if (mask_text) for (const name of TEXTS) if (typeof values[name] === 'string') values[name] = stars(values[name])
  }

  function cleanTree(node: serializedNodeWithId) {
    if (node.type === ELEMENT) clean(node.id, node.tagName, node.attributes)
    if ('childNodes' in node) for (const child of node.childNodes) cleanTree(child)
  }

  function cleanMutation({ adds, attributes }: mutationData) {
    for (const { node } of adds) cleanTree(node)
    for (const { id, attributes: values } of attributes) {
      clean(id, elementOf(id)?.tagName.toLowerCase() ?? '', values as Values)
    }
  }

  if (event.type === META) event.data.href = safeUrl(event.data.href)
  else if (event.type === FULL_SNAPSHOT) cleanTree(event.data.node)
  else if (event.type === INCREMENT && event.data.source === MUTATION) cleanMutation(event.data)
  else if (event.type === INCREMENT && event.data.source === INPUT) {
    const field = elementOf(event.data.id)
    // Which box is checked is an answer like any other.
    if (!field || (isChoice(field) && !isRecorded(field))) return undefined
  }
  return event
}

type Values = attributes

const isChoice = (field: Element) => /^(radio|checkbox)$/i.test(field.getAttribute('type') ?? '')

function cleanField(field: Element | null, tag: string, values: Values) {
  if (field && isRecorded(field)) return
  delete values.checked
  delete values.selected
  const isLabel = tag === 'option' || /^(submit|button|reset|radio|checkbox)$/i.test(field?.getAttribute('type') ?? '')
  if (!isLabel && typeof values.value === 'string') values.value = maskInput(values.value, field ?? undefined)
}
