import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { accountQuery } from '../../entities/user/me.js'
import { env } from '../../lib/env.js'
import { Page } from '../../ui/page.js'
import { Section } from '../../ui/section.js'

interface Props {
  title: string
  inbox_id: string | undefined
  /** The name of the service, if it is part of the paid plans. */
  paid?: string
  /** Explains the integration. */
  how: ReactNode
  children: ReactNode
}

/** The page of one integration: how it works, and its connections. */
export function IntegrationPage({ title, inbox_id, paid, how, children }: Props) {
  const back = inbox_id
    ? { to: `/inboxes/${inbox_id}`, label: 'Inbox' }
    : { to: '/integrations', label: 'Integrations' }
  return (
    <Page title={title} back={back}>
      {paid && <PlanBanner service={paid} />}
      <Section title="How does it work?">{how}</Section>
      {children}
    </Page>
  )
}

function PlanBanner({ service }: { service: string }) {
  const { data: account } = useQuery({ ...accountQuery, enabled: env.flags.billing_enabled })
  if (!env.flags.billing_enabled || account?.subscription_plan !== 'starter') return null
  return (
    <Alert color="yellow">
      {service} is only available on the Lite and Team plans. <Link to="/billing">Sign up for a free trial</Link>.
    </Alert>
  )
}

/** What an operator has to set before anybody can connect. */
export function MissingSettings({ service, missing, docs }: { service: string; missing: string[]; docs: string }) {
  return (
    <Alert color="yellow" title={`${service} is not set up on this server`}>
      An operator has to set {missing.join(', ')}.{' '}
      <a href={docs} target="_blank" rel="noreferrer">
        The documentation
      </a>{' '}
      shows each step.
    </Alert>
  )
}
