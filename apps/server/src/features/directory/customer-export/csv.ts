import { withoutFormula } from '../../../platform/csv-cell.js'

/** One row in the format of RFC 4180. */
export const toCsvRow = (cells: string[]) => `${cells.map(toCell).join(',')}\r\n`

function toCell(text: string) {
  const tame = withoutFormula(text)
  return /[",\r\n]/.test(tame) ? `"${tame.replaceAll('"', '""')}"` : tame
}
