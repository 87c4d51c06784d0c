import { useEffect, useRef, useState } from 'react'
import { compileTemplate } from './compile-template.js'

/** Time without typing before the preview follows. */
const PAUSE_MS = 300

interface Answer {
  ready?: true
  run?: number
  html?: string
  error?: string
}

/** Shows the template in the frame. Keeps the last preview that worked when the template has an error. */
export function usePreview(template: string) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [ready, setReady] = useState(false)
  const [html, setHtml] = useState('')
  const [error, setError] = useState<string>()
  const run = useRef(0)

  useEffect(() => {
    const hear = ({ source, data }: MessageEvent<Answer>) => {
      if (source !== frame.current?.contentWindow) return
      if (data.ready) setReady(true)
      if (data.run !== run.current) return
      setError(data.error)
      if (data.html !== undefined) setHtml(data.html)
    }
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  }, [])

  useEffect(() => {
    if (!ready) return
    const timer = setTimeout(() => {
      run.current += 1
      try {
        const program = compileTemplate(template)
        // The frame has an opaque origin, which no target can name.
        frame.current?.contentWindow?.postMessage({ run: run.current, program }, '*')
      } catch (failure) {
        setError(failure instanceof Error ? failure.message : String(failure))
      }
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [ready, template])

  return { frame, html, error }
}
