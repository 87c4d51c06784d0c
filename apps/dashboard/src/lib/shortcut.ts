const apple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** ⌘K on Apple keyboards, Ctrl+K on others. */
export const shortcut = (key: string) => (apple ? `⌘${key}` : `Ctrl+${key}`)

/** The same for `useHotkeys`. Apple keyboards use Ctrl for moving the cursor, so it is not bound there. */
export const hotkey = (key: string) => `${apple ? 'meta' : 'ctrl'}+${key}`
