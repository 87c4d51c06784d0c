const apple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** ⌘K on Apple's keyboards, Ctrl+K on all others. */
export const shortcut = (key: string) => (apple ? `⌘${key}` : `Ctrl+${key}`)
