import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import type { FromPlayer, ToPlayer } from './player/messages.js'
import styles from './sessions.module.css'

/** The player is a page of its own with a strict policy, so that nothing of a recorded page runs or loads here. */
export function usePlayer(onMessage: (message: FromPlayer) => void) {
  const frame = useRef<HTMLIFrameElement>(null)
  /** What is sent before the player listens. */
  const waiting = useRef<ToPlayer[] | null>([])
  const latest = useRef(onMessage)
  useLayoutEffect(() => {
    latest.current = onMessage
  })

  const send = useCallback((message: ToPlayer) => {
    if (waiting.current) waiting.current.push(message)
    else frame.current?.contentWindow?.postMessage(message, location.origin)
  }, [])

  useEffect(() => {
    const receive = ({ source, origin, data }: MessageEvent<FromPlayer>) => {
      if (source !== frame.current?.contentWindow || origin !== location.origin) return
      if (data.kind === 'ready') {
        const early = waiting.current ?? []
        waiting.current = null
        early.forEach(send)
      } else latest.current(data)
    }
    addEventListener('message', receive)
    return () => removeEventListener('message', receive)
  }, [send])

  return { frame, send }
}

interface Props {
  frame: RefObject<HTMLIFrameElement | null>
  /** The visitor does not look at the page, or has left. */
  isFaded?: boolean
}

export const PlayerFrame = ({ frame, isFaded = false }: Props) => (
  <iframe
    ref={frame}
    className={styles.player}
    data-faded={isFaded || undefined}
    src="/session-player"
    title="The visitor’s page"
    // Both are needed to write into the replayer's frame. The page is ours; this keeps it from opening windows.
    // oxlint-disable-next-line react/iframe-missing-sandbox
    sandbox="allow-scripts allow-same-origin"
  />
)
