/** Where a mail's own headers are read. Larger heads are cut: nobody needs more. */
const HEAD_BYTES = 256 * 1024

/** The headers of a mail, each with its continuation lines. `is_cut`: the rest of the head is not among them. */
export function headerLinesOf(raw: Uint8Array): { lines: string[]; is_cut: boolean } {
  const text = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, HEAD_BYTES)).toString()
  const end = /\r?\n\r?\n/.exec(text)?.index
  const lines = text
    .slice(0, end)
    .replace(/(?:\r\n?|\n)[ \t]+/g, ' ')
    // Some programs also end a line at a lone CR.
    .split(/\r\n?|\n/)
  return { lines, is_cut: end === undefined && raw.byteLength > HEAD_BYTES }
}
