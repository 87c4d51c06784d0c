import { lexer, type Token, type Tokens } from 'marked'
import { html, type Html } from '../../../platform/http/html.js'

/**
 * An agent's Markdown as HTML. Only the tags below are produced; HTML in the text stays text. Customers' messages are
 * not parsed as Markdown: parsing long input is expensive, and they did not ask for it.
 */
export function drawMarkdown(text: string): Html {
  return html`<div class="words" dir="auto">${drawAll(lexer(text, { gfm: true, breaks: true }))}</div>`
}

const drawAll = (tokens: Token[] | undefined) => (tokens ?? []).map(draw)

function draw(token: Token): Html | string {
  const inside = () => drawAll('tokens' in token ? token.tokens : undefined)
  switch (token.type) {
    case 'space':
      return ''
    case 'paragraph':
      return html`<p>${inside()}</p>`
    case 'heading':
      return html`<p><b>${inside()}</b></p>`
    case 'blockquote':
      return html`<blockquote>${inside()}</blockquote>`
    case 'list':
      return drawList(token as Tokens.List)
    case 'code':
      return html`<pre><code>${(token as Tokens.Code).text}</code></pre>`
    case 'codespan':
      return html`<code>${(token as Tokens.Codespan).text}</code>`
    case 'strong':
      return html`<b>${inside()}</b>`
    case 'em':
      return html`<i>${inside()}</i>`
    case 'del':
      return html`<s>${inside()}</s>`
    case 'br':
      return html`<br />`
    case 'hr':
      return html`<hr />`
    case 'link':
      return linkTo((token as Tokens.Link).href, inside())
    case 'image':
      return linkTo((token as Tokens.Image).href, [(token as Tokens.Image).text])
    case 'escape':
      return (token as Tokens.Escape).text
    case 'text':
      return 'tokens' in token && token.tokens ? html`${inside()}` : (token as Tokens.Text).text
    default:
      return token.raw
  }
}

function drawList({ ordered, start, items }: Tokens.List) {
  const drawn = items.map((item) => html`<li>${drawAll(item.tokens)}</li>`)
  return ordered
    ? html`<ol start="${start || 1}">
        ${drawn}
      </ol>`
    : html`<ul>
        ${drawn}
      </ul>`
}

/** Other schemes could run a script. */
export const linkTo = (url: string, words: Array<Html | string>) =>
  /^(https?:\/\/|mailto:)/i.test(url)
    ? html`<a href="${url}" rel="noopener noreferrer nofollow">${words}</a>`
    : html`${words}`
