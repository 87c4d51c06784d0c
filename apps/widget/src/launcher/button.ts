import { dress, put } from './draw.js'
import { color, type Options } from './options.js'

/** The start of `rgb(24, 144, 255)` with red and green: blue adds hardly any brightness. */
type Rgb = [before: string, red: number, green: number]

export function drawButton(
  root: Element,
  place: string,
  options: Options,
  styles: Record<string, unknown>,
  onTouch: () => void,
  onClick: () => void,
) {
  const { customIconUrl: icon, iconVariant } = options
  const box = put(root, 'div', 'toggleButtonContainer')
  const button = put(box, 'button', 'toggleButton')
  const glyph = put(button, 'span')
  const badge = put(box, 'span')

  button.onpointerenter = button.onfocus = onTouch
  // Also for the badge, which is above the button.
  box.onclick = onClick
  dress(
    button,
    // Removes the page's outline, but keeps the browser's own for keyboard users.
    'all:initial;outline:revert;forced-color-adjust:none;display:grid;place-items:center;width:50px;height:50px;border-radius:50%;cursor:pointer;box-shadow:0 4px 20px #0004;background:center/40px no-repeat ' +
      color(options),
    styles.toggleButton,
  )
  return (open: boolean, unread: number, hidden: boolean) => {
    // A page may have painted the button since.
    const [, red, green] = getComputedStyle(button).backgroundColor.split(/\D+/) as unknown as Rgb
    const shown = (visible: unknown) => ';display:' + (visible ? 'block' : 'none')
    button.setAttribute('aria-label', (open ? 'Close' : 'Open') + ' chat widget')
    if (icon) button.style.backgroundImage = open ? 'none' : `url(${JSON.stringify(icon)})`
    dress(
      box,
      'all:initial;position:fixed;z-index:2147483003;bottom:20px;' + place + shown(!hidden),
      styles.toggleContainer,
    )
    dress(
      glyph,
      // A chevron, or a bubble. White where it has the contrast that WCAG asks of icons (3 to 1), else black.
      'border:solid;color:' +
        (red * red + 3 * green * green > 7e4 ? '#000;' : '#fff;') +
        (open
          ? 'border-width:0 3px 3px 0;width:10px;height:10px;margin-bottom:6px;rotate:45deg'
          : 'width:20px;height:20px;border-radius:50% 50% 50% 0;background:' +
            (iconVariant === 'filled' ? 'currentColor' : 'none')) +
        shown(open || !icon),
    )
    badge.textContent = unread as unknown as string
    dress(
      badge,
      'position:absolute;top:-4px;left:-4px;padding:0 6px;border-radius:10px;background:#c00;color:#fff;font:600 12px/20px system-ui' +
        shown(unread),
    )
  }
}
