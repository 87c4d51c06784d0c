import { dress, put } from './draw.js'

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
  const ink = /^#(.[d-f].|..[d-f]...)$/i.test(color) ? '#000' : '#fff'

  button.onpointerenter = button.onfocus = onTouch
  dress(
    button,
    // Without the page's outline, but with the browser's own for whoever comes by keyboard.
    'all:initial;outline:revert;forced-color-adjust:none;display:grid;place-items:center;width:50px;height:50px;border-radius:50%;cursor:pointer;box-shadow:0 4px 20px #0004;background:center/40px no-repeat ' +
      color,
    styles.toggleButton,
  )
  const draw = (open: boolean, unread: number, hidden: boolean) => {
    const shown = (visible: unknown) => ';display:' + (visible ? 'block' : 'none')
    button.setAttribute('aria-label', (open ? 'Close' : 'Open') + ' chat widget')
    if (icon) button.style.backgroundImage = open ? 'none' : `url(${JSON.stringify(icon)})`
    dress(
      box,
      'all:initial;position:fixed;bottom:20px;z-index:2147483003;' + place + shown(!hidden),
      styles.toggleContainer,
    )
    dress(
      glyph,
      // A chevron, or a bubble.
      `border:3px solid ${ink};` +
        (open
          ? 'width:10px;height:10px;border-width:0 3px 3px 0;margin-bottom:6px;transform:rotate(45deg)'
          : 'width:20px;height:20px;border-radius:50% 50% 50% 0;background:' + (variant === 'filled' ? ink : 'none')) +
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
