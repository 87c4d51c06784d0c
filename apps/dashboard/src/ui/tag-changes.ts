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
  const resolved = wanted.map((choice) => known.find((tag) => isSameName(tag, choice)) ?? choice)
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

export const isSameName = (one: TagChoice, other: TagChoice) => one.name.toLowerCase() === other.name.toLowerCase()
