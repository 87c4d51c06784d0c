import { drawEmojiCodes } from '@papercups/wire/emoji-codes'
import type { Token, Tokens } from 'marked'
import { useMemo, type ReactNode } from 'react'
import { readMarkdown, type Piece } from './markdown-tokens.js'
import styles from './markdown.module.css'
import { safeLink } from './safe-link.js'

interface Props {
  text: string
  /** Mentioned names to highlight. Pass the same array each time, because another one parses the text again. */
  mentions?: readonly string[]
}

const NOBODY: readonly string[] = []
const MAX_DEPTH = 12

/** Untrusted text with basic Markdown. It never becomes HTML directly; we build each element. */
export function Markdown({ text, mentions = NOBODY }: Props) {
  const content = useMemo(() => {
    const tokens = readMarkdown(text, mentions)
    return tokens ? blocks(tokens, 0) : <p dir="auto">{text}</p>
  }, [text, mentions])
  return <div className={styles.text}>{content}</div>
}

/** Below the maximum depth the text is shown as typed. */
function children(tokens: readonly Token[] | undefined, raw: string, depth: number, draw: typeof blocks): ReactNode {
  return tokens && depth < MAX_DEPTH ? draw(tokens as readonly Piece[], depth + 1) : raw
}

const blocks = (tokens: readonly Piece[], depth: number): ReactNode =>
  tokens.map((token, index) => <Block key={index} token={token} depth={depth} />)

const spans = (tokens: readonly Piece[], depth: number): ReactNode =>
  tokens.map((token, index) => <Span key={index} token={token} depth={depth} />)

function Block({ token, depth }: { token: Piece; depth: number }) {
  switch (token.type) {
    case 'space':
      return null
    case 'hr':
      return <hr />
    case 'code':
      return (
        <pre dir="ltr" tabIndex={0}>
          <code>{token.text}</code>
        </pre>
      )
    case 'blockquote':
      return <blockquote dir="auto">{children(token.tokens, token.raw, depth, blocks)}</blockquote>
    case 'list':
      return <List token={token} depth={depth} />
    case 'heading':
      return (
        <p dir="auto">
          <strong>{children(token.tokens, token.raw, depth, spans)}</strong>
        </p>
      )
    case 'paragraph':
      return <p dir="auto">{children(token.tokens, token.raw, depth, spans)}</p>
    default:
      return <Span token={token} depth={depth} />
  }
}

function List({ token, depth }: { token: Tokens.List; depth: number }) {
  const items = token.items.map((item, index) => (
    <li key={index} dir="auto">
      {children(item.tokens, item.raw, depth, blocks)}
    </li>
  ))
  return token.ordered ? <ol start={Number(token.start) || 1}>{items}</ol> : <ul>{items}</ul>
}

function Span({ token, depth }: { token: Piece; depth: number }) {
  const inner = (tokens?: readonly Token[]) => children(tokens, token.raw, depth, spans)
  switch (token.type) {
    case 'strong':
      return <strong>{inner(token.tokens)}</strong>
    case 'em':
      return <em>{inner(token.tokens)}</em>
    case 'del':
      return <del>{inner(token.tokens)}</del>
    case 'codespan':
      return <code>{token.text}</code>
    case 'br':
      return <br />
    case 'link':
      return <Outside href={token.href} label={inner(token.tokens)} raw={token.raw} />
    // Showing an image would send a request to another server, so it is a link.
    case 'image':
      return <Outside href={token.href} label={token.text || 'Image'} raw={token.raw} />
    case 'escape':
      return token.text
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ '
    case 'text':
      return token.tokens ? inner(token.tokens) : drawEmojiCodes(token.text)
    case 'mention':
      return <mark className={styles.mention}>{token.raw}</mark>
    default:
      return token.raw
  }
}

function Outside({ href, label, raw }: { href: string; label: ReactNode; raw: string }) {
  const url = safeLink(href)
  if (!url) return raw
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow">
      {label}
    </a>
  )
}
