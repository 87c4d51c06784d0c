/** Styles from the page, by the names of JavaScript: `color` stands for all of them. */
type Styles = Record<'color', string>

/** Inline styles alone: after `all: initial` neither the page's style sheets nor its CSP have a say. */
export function dress(element: HTMLElement, css: string, own?: unknown) {
  element.style.cssText = css
  // Numbers are pixels, as in React, unless the property takes a plain number. The browser ignores invalid values.
  for (const name in own as Styles) {
    element.style[name as 'color'] = (own as Styles)[name as 'color'] + 'px'
    element.style[name as 'color'] = (own as Styles)[name as 'color']
  }
}

export function put<Tag extends 'div' | 'button' | 'span' | 'iframe'>(parent: Element, tag: Tag, name?: string) {
  const element = parent.appendChild(document.createElement(tag))
  if (name) element.className = 'Papercups-' + name
  return element
}
