type Rgb = [number, number, number]

/** The account's colour as the style sheet uses it: itself, and a shade of it on which text can be read. */
export function applyTheme(primaryColor: string, style: CSSStyleDeclaration) {
  const accent = parseColor(primaryColor) ?? [24, 144, 255]
  const { surface, ink } = readable(accent)
  style.setProperty('--accent', css(accent))
  style.setProperty('--surface', css(surface))
  style.setProperty('--ink', ink)
}

/** Light or dark as the page is; where it leaves that open, as the visitor's system is. */
export function followScheme(theme: string, root: HTMLElement) {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const draw = () => root.classList.toggle('dark', theme === 'dark' || (theme !== 'light' && dark.matches))
  dark.addEventListener('change', draw)
  draw()
}

/** Pale colours carry dark text. The others are deepened until white text has the contrast of WCAG AA. */
function readable(accent: Rgb): { surface: Rgb; ink: string } {
  if (luminance(accent) > 0.45) return { surface: accent, ink: '#16181d' }
  let surface = accent
  while (1.05 / (luminance(surface) + 0.05) < 4.6) surface = surface.map((part) => Math.floor(part * 0.96)) as Rgb
  return { surface, ink: '#fff' }
}

/** Hex, with or without its `#`; any other notation goes through the browser. */
function parseColor(text: string): Rgb | undefined {
  const hex = /^#?([\da-f]{3}|[\da-f]{6})$/i.exec(text)?.[1]
  if (hex) {
    const full = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex
    const value = parseInt(full, 16)
    return [value >> 16, (value >> 8) & 255, value & 255]
  }
  const context = text ? document.createElement('canvas').getContext('2d') : null
  if (!context || !CSS.supports('color', text)) return undefined
  context.fillStyle = text
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  return [red, green, blue]
}

function luminance(color: Rgb) {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const css = ([red, green, blue]: Rgb) => `rgb(${red}, ${green}, ${blue})`
