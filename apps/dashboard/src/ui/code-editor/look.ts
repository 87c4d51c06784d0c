import { HighlightStyle } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** The colours are variables, so the editor follows light and dark. */
export const look = EditorView.theme({
  '&': {
    height: 'max(420px, calc(100vh - 240px))',
    fontSize: '13px',
    color: 'var(--text)',
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--line)',
    borderRadius: '8px',
    overflow: 'hidden',
  },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '1px' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '20px' },
  '.cm-content': { caretColor: 'var(--text)', padding: '8px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': {
    backgroundColor: 'var(--surface-sunk)',
    color: 'var(--text-quiet)',
    borderRight: '1px solid var(--line)',
  },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--surface-hover) 60%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--surface-selected)',
  },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--surface-selected)' },
})

const keyword = 'light-dark(#8a1fb0, #d6a2ff)'
const name = 'light-dark(#0b5cad, #7cc0ff)'
const text = 'light-dark(#1b6e37, #7fd69b)'
const number = 'light-dark(#a34100, #ffb37a)'
const quiet = 'var(--text-quiet)'

export const highlighting = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.controlKeyword], color: keyword },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: text },
  { tag: [tags.number, tags.bool, tags.null], color: number },
  { tag: [tags.tagName, tags.typeName, tags.className, tags.function(tags.variableName)], color: name },
  { tag: tags.attributeName, color: number },
  { tag: [tags.comment, tags.meta], color: quiet, fontStyle: 'italic' },
])
