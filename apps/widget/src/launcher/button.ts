import { dress, put } from './draw.js'

const BUBBLE = 'M13 2A11 11 0 1 1 8 22.8L2 24L3.2 18A11 11 0 0 1 13 2Z'
const HOLLOW = 'M13 4A9 9 0 1 0 13 22A9 9 0 1 0 13 4Z'
const CHEVRON = 'M5 9l2-2 6 6 6-6 2 2-8 8Z'

export function drawButton(
  root: Element,
  place: string,
  color: string,
  icon: unknown,
  variant: unknown,
  styles: Record<string, unknown>,
  onTouch: () => void,
) {
  const box = put(root, 'div', 'toggleButtonContainer')
  const button = put(box, 'button', 'toggleButton')
  const glyph = put(button, 'span', '')
  const badge = put(box, 'span', '')
  // Green makes nearly all of a colour's brightness.
  const bright = /^#(.[d-f].|..[d-f]...)$/i.test(color)

  button.onpointerenter = onTouch
  // `all: initial` takes the browser's own focus ring as well.
  button.onfocus = () => {
    onTouch()
    if (button.matches(':focus-visible')) button.style.outline = '3px solid ' + color
  }
  button.onblur = () => (button.style.outline = '')

  dress(
    button,
    'all:initial;forced-color-adjust:none;display:grid;place-items:center;width:50px;height:50px;border-radius:50%;cursor:pointer;box-shadow:0 4px 20px #0004;background:center/40px no-repeat ' +
      color,
    styles.toggleButton,
  )
  const draw = (open: boolean, unread: number, hidden: boolean) => {
    const shown = (visible: unknown) => `;display:${visible ? 'block' : 'none'}`
    button.setAttribute('aria-label', (open ? 'Close' : 'Open') + ' chat widget')
    if (icon) button.style.backgroundImage = open ? 'none' : `url(${JSON.stringify(icon)})`
    dress(
      box,
      'all:initial;position:fixed;bottom:20px;z-index:2147483003;' + place + shown(!hidden),
      styles.toggleContainer,
    )
    dress(
      glyph,
      `padding:13px;background:${bright ? '#000' : '#fff'};clip-path:path(evenodd,"${open ? CHEVRON : BUBBLE + (variant === 'filled' ? '' : HOLLOW)}")` +
        shown(open || !icon),
    )
    badge.textContent = unread + ''
    dress(
      badge,
      'position:absolute;top:-4px;left:-4px;padding:0 6px;border-radius:10px;background:#c41d1d;color:#fff;font:600 12px/20px system-ui;pointer-events:none' +
        shown(unread && !open),
    )
  }
  return { button, draw }
}
