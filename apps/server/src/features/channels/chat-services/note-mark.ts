/** What agents write in front of a private note in a service. */
const NOTE = /^\s*(?:\\\\|;;)\s*/

/** The text without the mark, and whether it had one. */
export const readNote = (text: string) => ({ text: text.replace(NOTE, ''), is_note: NOTE.test(text) })
