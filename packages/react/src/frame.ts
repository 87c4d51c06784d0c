export const FRAME_CLASS = 'Papercups-chatWindowContainer'

/** The frame is of another origin than the page, so keeping its own origin gives it no power over the page. */
export const SANDBOX =
  'allow-scripts allow-popups allow-same-origin allow-forms allow-downloads allow-popups-to-escape-sandbox'

/** Nobody hears it while there is no chat; it gets the same things in its address then. */
export function tellFrame(frame: HTMLIFrameElement | null, event: string, payload: object) {
  if (frame?.src) frame.contentWindow?.postMessage({ event, payload }, new URL(frame.src).origin)
}

export const isFrom = (frame: HTMLIFrameElement | null, { source, origin }: MessageEvent) =>
  !!frame?.src && source === frame.contentWindow && origin === new URL(frame.src).origin
