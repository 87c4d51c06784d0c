const apple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** ⌘K on Apple's keyboards, Ctrl+K on all others. */
export const shortcut = (key: string) => (apple ? `⌘${key}` : `Ctrl+${key}`)

/** The same for `useHotkeys`. On Apple's keyboards Ctrl is left alone: there it moves the cursor. */
export const hotkey = (key: string) => `${apple ? 'meta' : 'ctrl'}+${key}`
