import { fillAccount, RARE_WORD, wordOf } from './big-account.js'
import type { Ground } from './ground.js'
import { requestBytes } from './clients/http-lane.js'
import { asking, compareSizes, type Asked } from './two-sizes.js'

const CONVERSATIONS = 100_000

/** The requests of the inbox, in an account of a million messages against one of ten thousand. */
export const measureInbox = (ground: Ground) =>
  compareSizes(ground, { name: 'inbox', size: CONVERSATIONS, fill: fillAccount, asked: ASKED })

const list = (filters: string) => `/api/conversations?${filters}&message_limit=1`
const search = (...words: string[]) => list(`q=${words.join('+')}`)
const [first, second, fourth] = [wordOf(0), wordOf(1), wordOf(3)]

const ASKED: Record<string, Asked> = {
  list: asking(
    list('status=open&snoozed=false'),
    list('status=open&snoozed=false&assignee_id=me'),
    list('status=open&snoozed=false&read=false'),
    list('status=closed'),
  ),
  counters: asking('/api/conversations/unread'),
  /** Rare and frequent words, alone and together. Each fills a page in both accounts, so the answers are equally long. */
  search: asking(search(RARE_WORD), search(first), search(fourth), search(first, RARE_WORD), search(first, second)),
  async conversation({ pool }, { account_id, token }) {
    const { rows } = await pool.query<{ id: string }>(
      'select id from conversations where account_id = $1 order by id limit 500',
      [account_id],
    )
    return rows.map(({ id }) => requestBytes(`/api/conversations/${id}?message_limit=50`, token))
  },
}
