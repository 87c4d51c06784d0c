import type { Message } from '@papercups/contract'
import { drawEmojiCodes } from '@papercups/wire/emoji-codes'

/** As much as a line of a list can show. */
const LENGTH = 200

/** How a message begins, or what it brings where it has no words. */
export const firstWords = ({ body, attachments }: Pick<Message, 'body' | 'attachments'>) =>
  onOneLine(body ?? '') || (attachments.length > 0 ? 'Sent an attachment' : '')

/** The beginning of a text for one line of a list: without the signs that Markdown draws with, and without line breaks. */
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
