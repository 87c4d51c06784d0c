/** One row as RFC 4180 wants it. */
export const toCsvRow = (cells: string[]) => `${cells.map(toCell).join(',')}\r\n`

/** What a spreadsheet would take for a formula it is told to take for text: the words in it may be a stranger's. */
function toCell(text: string) {
  const tame = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(tame) ? `"${tame.replaceAll('"', '""')}"` : tame
}
