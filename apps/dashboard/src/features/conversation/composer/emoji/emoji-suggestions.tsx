import { ChoiceList, type ListProps } from '../choice-list.js'
import { rememberEmoji, searchEmoji } from './emoji.js'

const MAX = 8

/** Suggestions for text like `:smile`. Shows nothing for unknown names. */
export function EmojiSuggestions({ query, onChoose, ...list }: ListProps & { query: string }) {
  const found = searchEmoji(query).slice(0, MAX)
  if (found.length === 0) return null

  const choices = found.map(({ emoji, name }) => ({ key: emoji, label: name, picture: emoji, text: `${emoji} ` }))
  return (
    <ChoiceList
      {...list}
      label="Emoji"
      choices={choices}
      empty=""
      onChoose={(choice) => {
        rememberEmoji(choice.key)
        onChoose(choice)
      }}
    />
  )
}
