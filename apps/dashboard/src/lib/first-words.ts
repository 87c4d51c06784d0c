/** As much as a line of a list can show. */
const LENGTH = 200

/** How a message begins, for one line of a list: without the signs that Markdown draws with, and without line breaks. */
export function firstWords(body: string | null | undefined) {
  const beginning = (body ?? '').slice(0, LENGTH).trim()
  const words = beginning
    .replace(/^[ \t]*(?:(?:#{1,6}|>|[-*+])[ \t]+|(?:```|~~~).*$)/gm, '')
    .replace(/!?\[([^\]]*)\]\([^()\s]*\)/g, '$1')
    .replace(/(`+)([^`]+)\1/g, '$2')
    .replace(/(\*\*|~~)(?=\S)(.*?\S)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}_])(_{1,2})(?=[^\s_])(.*?[^\s_])\1(?![\p{L}\p{N}_])/gu, '$2')
    .replace(/(?<![\p{L}\p{N}*])\*(?=[^\s*])(.*?[^\s*])\*(?![\p{L}\p{N}*])/gu, '$1')
    .replace(/\s+/g, ' ')
    .trim()
  return words || beginning
}
