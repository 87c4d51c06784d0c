import type { NewTag, Tag } from '@papercups/contract'
import { TAG_PALETTE } from './tag-colors.js'

/** A tag of the account, or the name of a new one. */
export type TagChoice = Tag | { name: string }

export interface TagChanges {
  create: NewTag[]
  add: Tag[]
  remove: Tag[]
}

/** The changes that turn the current tags into the wanted ones. */
export function diffTags(own: readonly Tag[], wanted: readonly TagChoice[], known: readonly Tag[]): TagChanges {
  // Somebody may have created it meanwhile.
  const resolved = wanted.map((choice): TagChoice =>
    'id' in choice ? choice : (known.find(isSameTag(choice)) ?? choice),
  )
  const has = (tags: readonly TagChoice[], tag: Tag) => tags.some((each) => 'id' in each && each.id === tag.id)
  const colors = Object.keys(TAG_PALETTE)
  return {
    create: resolved
      .filter((choice) => !('id' in choice))
      .map(({ name }, index) => ({ name, color: colors[(known.length + index) % colors.length] ?? null })),
    add: resolved.filter((choice): choice is Tag => 'id' in choice && !has(own, choice)),
    remove: own.filter((tag) => !has(resolved, tag)),
  }
}

/** Two stored tags may differ only in case, so they are compared by id. A typed name matches in any case. */
export const isSameTag = (one: TagChoice) => (other: TagChoice) =>
  'id' in one && 'id' in other ? one.id === other.id : one.name.toLowerCase() === other.name.toLowerCase()
