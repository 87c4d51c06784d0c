/** A table in the format of RFC 4180. */
export const toCsv = (rows: string[][]) => rows.map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('')

/** Spreadsheets run some texts as formulas, and a visitor may have written them. A leading quote prevents it. */
function toCell(text: string) {
  const isNumber = /^-?\d+(\.\d+)?$/.test(text)
  const tame = !isNumber && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(tame) ? `"${tame.replaceAll('"', '""')}"` : tame
}
