import { useQueryClient } from '@tanstack/react-query'
import { patchRow, type ConversationRow } from '../../../entities/conversation/conversations.js'
import { Tagger } from '../../../entities/tag/tagger.js'

export function TagsSection({ conversation: { id, tags } }: { conversation: ConversationRow }) {
  const cache = useQueryClient()
  return (
    <section>
      <h3>Tags</h3>
      <Tagger owner={{ kind: 'conversations', id }} tags={tags} onSaved={(tags) => patchRow(cache, id, { tags })} />
    </section>
  )
}
