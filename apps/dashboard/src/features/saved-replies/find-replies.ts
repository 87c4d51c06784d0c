import type { CannedResponse } from '@papercups/contract'

/** Every word has to be somewhere: in the name as it is typed, in the content, or in the id. */
export function findReplies(replies: CannedResponse[], search: string) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return replies
  return replies.filter(({ id, name, content }) => {
    const texts = [id, `/${name}`, content].map((text) => text.toLowerCase())
    return words.every((word) => texts.some((text) => text.includes(word)))
  })
}
