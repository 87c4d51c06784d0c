/** Markup whose inserted values are escaped. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | false | null | undefined

/** Template tag. Escapes inserted values unless they are `Html`. */
export function html(fixed: TemplateStringsArray, ...parts: Array<Part | Part[]>): Html {
  const filled = fixed.map((text, at) => (at === 0 ? '' : [parts[at - 1]].flat().map(toMarkup).join('')) + text)
  return new Html(filled.join(''))
}

const toMarkup = (part: Part) =>
  part instanceof Html ? part.text : part === false || part == null ? '' : escape(String(part))

const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
