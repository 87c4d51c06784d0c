import { Button } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { cleanHtml, type Pictures } from './clean-html.js'
import styles from './html-frame.module.css'

const FOLDED = 320
const UNKNOWN = 120
const REMEMBERED = 100

/** Remembered heights. The virtual list removes rows and renders them again; the height must not jump then. */
const heights = new Map<string, number>()

const LOOK = `
  :root { color-scheme: light }
  body { margin: 12px; font: 14px/20px system-ui, sans-serif; color: #1d2026; overflow-wrap: anywhere }
  img, table { max-width: 100% } img { height: auto; max-height: 400px }
  pre { white-space: pre-wrap }`

/** The server marks quoted history and signatures. */
const FOLDED_PARTS = '[data-folded] { display: none }'

/** Blocked pictures without a text: only a broken sign would be shown. */
const BLOCKED_PICTURES = 'img[src^="http"]:not([alt]), img[src^="http"][alt=""] { display: none }'

const NO_PICTURES: Pictures = new Map()

interface Props {
  html: string
  title: string
  /** Pictures that came with the mail. Showing them tells nobody. */
  attached?: Pictures
  /** Shows quoted history and signature from the start. */
  unfolded?: boolean
}

/**
 * Untrusted HTML in its own frame, without scripts, forms or requests. Images load only when the reader asks, because loading them tells the sender that the email was read, and from which IP.
 */
export function HtmlFrame({ html, title, attached = NO_PICTURES, unfolded = false }: Props) {
  const [pictures, setPictures] = useState(false)
  const [open, setOpen] = useState(false)
  const [quotes, setQuotes] = useState(unfolded)
  const clean = useMemo(() => cleanHtml(html, attached), [html, attached])
  const { frame, height } = useContentHeight(html)
  const page = useMemo(() => {
    const images = ['data:', ...attached.values(), ...(pictures ? ['https:', 'http:'] : [])].join(' ')
    const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src ${images}`
    return `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><style>${LOOK}${quotes ? '' : FOLDED_PARTS}${pictures ? '' : BLOCKED_PICTURES}</style>${clean.html}`
  }, [clean.html, attached, pictures, quotes])

  return (
    <div className={styles.box}>
      <iframe
        ref={frame}
        className={styles.frame}
        title={title}
        // allow-same-origin lets us measure the height. Scripts are not allowed, so nothing inside can run.
        sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        srcDoc={page}
        style={{ height: open ? height : Math.min(height, FOLDED) }}
      />
      <div className={styles.tools}>
        {height > FOLDED && (
          <Button size="compact-xs" variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Show less' : 'Show more'}
          </Button>
        )}
        {!unfolded && clean.html.includes('data-folded=') && (
          <Button size="compact-xs" variant="default" aria-expanded={quotes} onClick={() => setQuotes(!quotes)}>
            {quotes ? 'Hide quoted text' : 'Show quoted text'}
          </Button>
        )}
        {clean.remoteImages && !pictures && (
          <Button size="compact-xs" variant="default" onClick={() => setPictures(true)}>
            Show pictures
          </Button>
        )}
      </div>
    </div>
  )
}

function useContentHeight(html: string) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(() => heights.get(html) ?? UNKNOWN)

  useEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return
      // Includes the margins of the body.
      const measured = Math.ceil(entry.contentRect.height) + 24
      if (heights.size >= REMEMBERED) heights.clear()
      heights.set(html, measured)
      setHeight(measured)
    })
    const watch = () => {
      observer.disconnect()
      if (element.contentDocument?.body) observer.observe(element.contentDocument.body)
    }
    watch()
    element.addEventListener('load', watch)
    return () => {
      element.removeEventListener('load', watch)
      observer.disconnect()
    }
  }, [html])

  return { frame, height }
}
