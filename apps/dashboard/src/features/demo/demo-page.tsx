import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { env } from '../../lib/env.js'
import { useLiveWidget } from '../../entities/widget/use-live-widget.js'
import { Brand } from '../../ui/brand.js'
import { ColorChoice } from '../../ui/fields/color-choice.js'
import { Notice } from '../../ui/notice.js'
import { parseColor, PRESET_COLORS } from '../../ui/fields/preset-colors.js'
import styles from './demo-page.module.css'

/** A sample page with the widget on it, and fields that change its looks. */
export function DemoPage() {
  const [query] = useSearchParams()
  const account = query.get('token') || env.demo_account_id

  return (
    <div className={styles.page}>
      <title>Demo · Papercups</title>
      <header className={styles.top}>
        <Brand size={28} />
        Papercups
      </header>
      <main className={styles.body}>{account ? <Demo account={account} query={query} /> : <NoAccount />}</main>
    </div>
  )
}

function Demo({ account, query }: { account: string; query: URLSearchParams }) {
  const [title, setTitle] = useState(query.get('title') ?? 'Welcome to Papercups!')
  const [subtitle, setSubtitle] = useState(query.get('subtitle') ?? 'Ask us anything using the chat window')
  const [color, setColor] = useState(parseColor(query.get('color')) ?? PRESET_COLORS[0].value)
  useLiveWidget({ token: account }, { title, subtitle, primaryColor: color })

  return (
    <>
      <h1>Try the chat widget</h1>
      <p className={styles.lead}>
        Change how it looks, then write a message in the corner of this page. It goes to the team&rsquo;s inbox at once.
      </p>
      <div className={styles.form}>
        <TextInput label="Title" value={title} onChange={(event) => setTitle(event.currentTarget.value)} />
        <TextInput label="Subtitle" value={subtitle} onChange={(event) => setSubtitle(event.currentTarget.value)} />
        <ColorChoice value={color} onChange={setColor} />
      </div>
      <div className={styles.signUp}>
        Like what you see?
        <Button component={Link} to="/register">
          Sign up for free
        </Button>
      </div>
    </>
  )
}

function NoAccount() {
  const register = (
    <Button component={Link} to="/register">
      Register a company
    </Button>
  )
  return (
    <>
      <h1>Try the chat widget</h1>
      <div className={styles.form}>
        <Notice title="Nobody is here to answer yet" actions={register}>
          Register a company first. Then this page shows its chat widget, and messages from visitors go to its inbox.
        </Notice>
      </div>
    </>
  )
}
