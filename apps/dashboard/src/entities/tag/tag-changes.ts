import type { NewTag, Tag } from '@papercups/contract'
import { TAG_PALETTE } from './tag-colors.js'

/** One of the account's tags, or the name of one that is still to be made. */
export type TagChoice = Tag | { name: string }

export interface TagChanges {
  create: NewTag[]
  add: Tag[]
  remove: Tag[]
}

/** What has to be done so that something has the wanted tags instead of its own. */
export function diffTags(own: readonly Tag[], wanted: readonly TagChoice[], known: readonly Tag[]): TagChanges {
  // Somebody may have made it in the meantime.
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

/** Tags of the account may differ in nothing but the case of their names; a name that is typed means any of these. */
export const isSameTag = (one: TagChoice) => (other: TagChoice) =>
  'id' in one && 'id' in other ? one.id === other.id : one.name.toLowerCase() === other.name.toLowerCase()
