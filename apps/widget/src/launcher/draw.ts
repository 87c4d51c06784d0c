/** Inline styles alone: after `all: initial` neither the page's style sheets nor its CSP have a say. */
export function dress(element: HTMLElement, css: string, own?: unknown) {
  element.style.cssText = css
  Object.assign(element.style, own)
}

export function put<Tag extends 'div' | 'button' | 'span' | 'iframe'>(parent: Element, tag: Tag, name: string) {
  const element = parent.appendChild(document.createElement(tag))
  if (name) element.className = 'Papercups-' + name
  return element
}
