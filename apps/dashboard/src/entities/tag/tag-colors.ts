/** What a tag's colour is called and how it is drawn. Tags that are made in passing take these in turn. */
export const TAG_PALETTE: Record<string, string> = {
  magenta: '#eb2f96',
  red: '#f5222d',
  volcano: '#fa541c',
  purple: '#722ed1',
  blue: '#1890ff',
}

export const DEFAULT_TAG_COLOR = '#fafafa'

/** What the pages of tags offer. */
export const TAG_COLORS = [
  { value: DEFAULT_TAG_COLOR, name: 'Default' },
  { value: '#eb2f96', name: 'Magenta' },
  { value: '#f5222d', name: 'Red' },
  { value: '#fa541c', name: 'Volcano' },
  { value: '#722ed1', name: 'Purple' },
  { value: '#1890ff', name: 'Blue' },
]

/** How a stored colour is drawn: by its name, or as the hex value that it is. Null has no colour of its own. */
export function hueOf(color: string | null): string | null {
  if (!color || color.toLowerCase() === DEFAULT_TAG_COLOR) return null
  return TAG_PALETTE[color] ?? (/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(color) ? color : null)
}
