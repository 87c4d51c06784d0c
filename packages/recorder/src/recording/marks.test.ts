import { expect, test, vi } from 'vitest'
import { watchMarks, type Mark } from './marks.js'

/** What `watchMarks` needs of a text node and of an element. */
const text = (nodeValue: string) => ({
  nodeName: '#text',
  nodeValue,
  childNodes: [],
  textContent: nodeValue,
})
type Child = ReturnType<typeof text> | StubElement

class StubElement {
  nodeValue = null
  childNodes: Child[]
  constructor(
    public nodeName: string,
    ...children: Child[]
  ) {
    this.childNodes = children
  }
  get tagName() {
    return this.nodeName
  }
  get childElementCount() {
    return this.childNodes.length
  }
  get textContent(): string {
    return this.childNodes.map((child) => child.textContent).join('')
  }
  /** Each element of these tests is a control, and none is private. */
  closest(selector: string) {
    return selector.includes('label') ? this : null
  }
  querySelector = () => null
  getAttribute = () => null
}

/** The text of the mark of a click on this element. */
function markOf(target: StubElement) {
  const marks: Mark[] = []
  const listeners = new Map<string, (event: object) => void>()
  const addEventListener = (type: string, listener: (event: object) => void) => listeners.set(type, listener)
  vi.stubGlobal('document', { addEventListener })
  vi.stubGlobal('addEventListener', addEventListener)
  vi.stubGlobal('Element', StubElement)
  const stop = watchMarks(false, (mark) => marks.push(mark))
  listeners.get('click')?.({ target, clientX: 0, clientY: 0 })
  stop()
  return marks
}

const click = (text: string) => [{ tag: 'click', payload: { text } }]

test('names a click by the text of the control', () => {
  const button = new StubElement('BUTTON', text(' Pay '), new StubElement('B', text('now')))
  expect(markOf(button)).toEqual(click('Pay now'))
})

test('leaves the text of fields in the control out of its name', () => {
  const note = new StubElement('TEXTAREA', text('my secret diagnosis'))
  expect(markOf(new StubElement('LABEL', text('Note '), note))).toEqual(click('Note'))
  const choice = new StubElement('select', new StubElement('option', text('Cancer')))
  const dialog = new StubElement('DIV', new StubElement('P', text('Report'), note, choice), text(' Send'))
  expect(markOf(dialog)).toEqual(click('Report Send'))
  expect(markOf(note)).toEqual(click(''))
})
