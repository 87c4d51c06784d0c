/** Colour names and their hex values. Tags created from a tag field take these in turn. */
export const TAG_PALETTE: Record<string, string> = {
  magenta: '#eb2f96',
  red: '#f5222d',
  volcano: '#fa541c',
  purple: '#722ed1',
  blue: '#1890ff',
}

export const DEFAULT_TAG_COLOR = '#fafafa'

/** The choices on the tag pages. */
export const TAG_COLORS = [
  { value: DEFAULT_TAG_COLOR, name: 'Default' },
  { value: '#eb2f96', name: 'Magenta' },
  { value: '#f5222d', name: 'Red' },
  { value: '#fa541c', name: 'Volcano' },
  { value: '#722ed1', name: 'Purple' },
  { value: '#1890ff', name: 'Blue' },
]

/** The hex value of a stored colour, which is a palette name or a hex value. Null means no colour. */
export function hueOf(color: string | null): string | null {
  if (!color || color.toLowerCase() === DEFAULT_TAG_COLOR) return null
  return TAG_PALETTE[color] ?? (/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(color) ? color : null)
}
