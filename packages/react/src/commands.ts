const command = (name: string) => () => void window.dispatchEvent(new Event(`papercups:${name}`))

export const open = command('open')
export const close = command('close')
export const toggle = command('toggle')
/** The launcher draws its button anew. */
export const redraw = command('redraw')

/** The published package has it. Use the `customer` prop, or the `identify` from `onChatLoaded`. */
export function identify() {
  console.warn('Papercups: pass a `customer` prop, or call the `identify` that `onChatLoaded` gives you.')
}

export const Papercups = { open, close, toggle, identify }
