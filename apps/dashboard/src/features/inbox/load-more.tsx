import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ConversationRows } from './conversation-rows.js'
import styles from './inbox.module.css'

/** Minimum delays, so that the loading state is visible. */
const BEFORE = 400
const AFTER = 400

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

export function LoadMore({ list }: { list: ConversationRows }) {
  const [loading, setLoading] = useState(false)
  if (!list.hasNextPage && !loading) return null

  async function load() {
    setLoading(true)
    await sleep(BEFORE)
    await list.fetchNextPage()
    await sleep(AFTER)
    setLoading(false)
  }
  return (
    <div className={styles.more}>
      <Button variant="default" fullWidth loading={loading} onClick={() => void load()}>
        {list.isFetchNextPageError ? 'Loading failed. Try again' : 'Load more...'}
      </Button>
    </div>
  )
}
