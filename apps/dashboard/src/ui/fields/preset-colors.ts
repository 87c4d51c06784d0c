export const PRESET_COLORS = [
  { value: '#1890FF', name: 'Blue' },
  { value: '#00B3BE', name: 'Teal' },
  { value: '#099720', name: 'Green' },
  { value: '#7556EB', name: 'Purple' },
  { value: '#DE2828', name: 'Red' },
  { value: '#F223C5', name: 'Magenta' },
  { value: '#EC7F00', name: 'Orange' },
  { value: '#1E1F21', name: 'Black' },
  { value: '#89603A', name: 'Brown' },
  { value: '#878784', name: 'Grey' },
] as const

/** Accepts `#1890ff`, `1890ff` and `#18f`, and returns six digits. Null for anything else. */
export function parseColor(text: string | null): string | null {
  const hex = text?.trim().replace(/^#/, '') ?? ''
  if (/^[0-9a-f]{6}$/i.test(hex)) return `#${hex}`
  return /^[0-9a-f]{3}$/i.test(hex) ? `#${hex.replace(/./g, '$&$&')}` : null
}
