/** One call gets what belongs to this many messages. */
const SPAN = 50

/** The number before the first message of the page that has this message. */
export const pageStart = (seq: number) => Math.floor((seq - 1) / SPAN) * SPAN
