import type { Message } from '@papercups/contract'
import { drawEmojiCodes } from '@papercups/wire/emoji-codes'

/** The most that a list row can show. */
const LENGTH = 200

/** The beginning of a message, or a mention of its attachment if it has no text. */
export const firstWords = ({ body, attachments }: Pick<Message, 'body' | 'attachments'>) =>
  onOneLine(body ?? '') || (attachments.length > 0 ? 'Sent an attachment' : '')

/** The beginning of a text for a list row, without Markdown syntax and line breaks. */
export function onOneLine(text: string) {
  const beginning = text.slice(0, LENGTH).trim()
  const words = beginning
    .replace(/^[ \t]*(?:(?:#{1,6}|>|[-*+])[ \t]+|(?:```|~~~).*$)/gm, '')
    .replace(/!?\[([^\]]*)\]\([^()\s]*\)/g, '$1')
    .replace(/(`+)([^`]+)\1/g, '$2')
    .replace(/(\*\*|~~)(?=\S)(.*?\S)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}_])(_{1,2})(?=[^\s_])(.*?[^\s_])\1(?![\p{L}\p{N}_])/gu, '$2')
    .replace(/(?<![\p{L}\p{N}*])\*(?=[^\s*])(.*?[^\s*])\*(?![\p{L}\p{N}*])/gu, '$1')
    .replace(/\s+/g, ' ')
    .trim()
  return drawEmojiCodes(words || beginning)
}
