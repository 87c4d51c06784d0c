import { useEffect, useState } from 'preact/hooks'

/** Replaces `:wave:` by its emoji, if known. The table is its own chunk, loaded with the first code. */
export function Emoji({ name }: { name: string }) {
  const [sign, setSign] = useState(`:${name}:`)
  useEffect(() => {
    import('@papercups/wire/emoji-codes').then(
      ({ emojiByName }) => setSign(emojiByName(name) ?? `:${name}:`),
      () => {},
    )
  }, [name])
  return sign
}
