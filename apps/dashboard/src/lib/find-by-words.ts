/** Rows whose texts contain every word of the search. */
export function findByWords<Row>(rows: Row[], search: string, textsOf: (row: Row) => Array<string | null>) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return rows
  return rows.filter((row) => {
    const texts = textsOf(row).map((text) => text?.toLowerCase() ?? '')
    return words.every((word) => texts.some((text) => text.includes(word)))
  })
}
