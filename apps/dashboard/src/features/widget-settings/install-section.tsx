import type { Inbox } from '@papercups/contract'
import { Checkbox, Tabs } from '@mantine/core'
import { useState } from 'react'
import { env } from '../../lib/env.js'
import { Section } from '../../ui/section.js'
import { Snippet } from '../../ui/snippet.js'
import { htmlSnippet, reactSnippet } from './embed-snippet.js'
import type { WidgetOptions } from './widget-options.js'
import styles from './widget-settings.module.css'

/** The code that puts the widget on a site. */
export function InstallSection({ inbox, options }: { inbox: Inbox; options: WidgetOptions }) {
  const [withSettings, setWithSettings] = useState(true)
  const chosen = withSettings ? options : {}
  return (
    <Section title="Install" lead="Add this code to every page where customers should be able to write to you.">
      <Checkbox
        label="Write the current settings into the code"
        description="The code then overrides later changes here. Without the settings, the widget always follows this page."
        checked={withSettings}
        onChange={({ currentTarget }) => setWithSettings(currentTarget.checked)}
      />
      <Tabs defaultValue="html" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="html">HTML</Tabs.Tab>
          <Tabs.Tab value="react">React</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="html">
          <p className={styles.hint}>
            At the end of the page, before <code>&lt;/body&gt;</code>.
          </p>
          <Snippet name="HTML" code={htmlSnippet(inbox, env.base_url, chosen)} />
        </Tabs.Panel>
        <Tabs.Panel value="react">
          <p className={styles.hint}>Render this component once, anywhere in your app.</p>
          <Snippet name="React" code={reactSnippet(inbox, env.base_url, chosen)} />
        </Tabs.Panel>
      </Tabs>
    </Section>
  )
}
