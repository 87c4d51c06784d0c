export const FRAME_CLASS = 'Papercups-chatWindowContainer'

/** The frame has another origin than the page, so `allow-same-origin` gives it no access to the page. */
export const SANDBOX =
  'allow-scripts allow-popups allow-same-origin allow-forms allow-downloads allow-popups-to-escape-sandbox'

/** Does nothing before the frame loads: its URL then carries the same values. */
export function postToFrame(frame: HTMLIFrameElement | null, event: string, payload: object) {
  if (frame?.src) frame.contentWindow?.postMessage({ event, payload }, new URL(frame.src).origin)
}

export const isFrom = (frame: HTMLIFrameElement | null, { source, origin }: MessageEvent) =>
  !!frame?.src && source === frame.contentWindow && origin === new URL(frame.src).origin
