interface Page<Row> {
  data: Row[]
  next: string | null
}

/** The size of a page when all of them are read. */
export const LARGEST_PAGE = 100

/** All rows of a list, for a file. */
export async function readAllPages<Row>(read: (after: string | undefined) => Promise<Page<Row>>) {
  const rows: Row[] = []
  for (let after: string | undefined, isFirst = true; isFirst || after; isFirst = false) {
    const page = await read(after)
    rows.push(...page.data)
    after = page.next ?? undefined
  }
  return rows
}
