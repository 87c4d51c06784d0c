import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { javascript } from '@codemirror/lang-javascript'
import { bracketMatching, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { highlighting, look } from './look.js'

interface Props {
  /** The accessible name. */
  label: string
  value: string
  onChange: (value: string) => void
  /** Ctrl+S, or Cmd+S. */
  onSave?: () => void
}

/** An editor for JavaScript with JSX. Tab moves the focus on, as everywhere else. */
export function CodeEditor({ label, value, onChange, onSave }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const latest = useRef({ onChange, onSave })
  const first = useRef(value)

  useEffect(() => {
    latest.current = { onChange, onSave }
  }, [onChange, onSave])

  useEffect(() => {
    if (!box.current) return
    const editor = new EditorView({
      parent: box.current,
      state: EditorState.create({
        doc: first.current,
        extensions: [
          lineNumbers(),
          history(),
          drawSelection(),
          indentOnInput(),
          bracketMatching(),
          highlightActiveLine(),
          javascript({ jsx: true }),
          syntaxHighlighting(highlighting),
          look,
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          keymap.of([{ key: 'Mod-s', run: () => save(latest.current.onSave) }, ...defaultKeymap, ...historyKeymap]),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) latest.current.onChange(state.doc.toString())
          }),
        ],
      }),
    })
    view.current = editor
    return () => editor.destroy()
  }, [label])

  // A value that did not come from the editor itself replaces the text.
  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])

  return <div ref={box} />
}

/** Without `onSave` the browser keeps the shortcut. */
function save(onSave: (() => void) | undefined) {
  onSave?.()
  return onSave !== undefined
}
