const NAMES = ['inbox_id', 'source', 'assignee_id', 'tag_id', 'company_id'] as const

/** Only conversations with these values count. */
export type Filters = { [N in (typeof NAMES)[number]]?: string | undefined }

/** The filters in the page's URL. */
export const filtersIn = (search: URLSearchParams): Filters =>
  Object.fromEntries(NAMES.flatMap((name) => (search.get(name) ? [[name, search.get(name) ?? '']] : [])))
