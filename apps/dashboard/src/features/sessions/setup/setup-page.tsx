import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { useMe } from '../../../entities/user/me.js'
import { env } from '../../../lib/env.js'
import { Page } from '../../../ui/page.js'
import { Section } from '../../../ui/section.js'
import { Snippet } from '../../../ui/snippet.js'
import { RecordingOff } from '../recording-off.js'
import { RecordingSettingsSection } from './recording-settings-section.js'
import { htmlSnippet, packageSnippet, scriptSnippet } from './snippets.js'

const toList = (
  <Anchor component={Link} to="/sessions/list" inherit underline="always">
    Live sessions
  </Anchor>
)

export function SetupPage() {
  const { account_id, role } = useMe()
  const { base_url } = env
  return (
    <Page title="Set up Storytime" lead={<>Storytime records what visitors see. Watch them under {toList}.</>}>
      <RecordingOff />
      <Section title="HTML" lead="Add this code to every page that should be recorded, before </body>.">
        <Snippet name="HTML" code={htmlSnippet(account_id, base_url)} />
      </Section>
      <Section title="With the chat widget" lead="If the page has the chat widget already, this line is enough.">
        <Snippet name="Script" code={scriptSnippet(base_url)} />
      </Section>
      <Section title="Package" lead="For apps that are built with npm.">
        <Snippet name="Package" code={packageSnippet(account_id, base_url)} />
      </Section>
      {role === 'admin' && <RecordingSettingsSection />}
    </Page>
  )
}
