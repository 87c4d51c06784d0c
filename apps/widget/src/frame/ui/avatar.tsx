import { useState } from 'preact/hooks'

/** Decoration: the caller also writes the name. Shows the initial when there is no photo, or when it fails to load. */
export function Avatar({ name, photo }: { name: string; photo?: string | null | undefined }) {
  const [broken, setBroken] = useState('')
  return photo && photo !== broken ? (
    <img class="avatar" src={photo} alt="" referrerpolicy="no-referrer" onError={() => setBroken(photo)} />
  ) : (
    <span class="avatar" aria-hidden="true">
      {Array.from(name.trim())[0]}
    </span>
  )
}
