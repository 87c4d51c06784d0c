import { useEffect, useState } from 'preact/hooks'

/** `:wave:` as the sign it stands for, or as it was written. The signs are a part of their own, fetched by those who meet one. */
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
