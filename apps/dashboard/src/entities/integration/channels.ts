import {
  IconBrandDiscord,
  IconBrandGmail,
  IconBrandSlack,
  IconDeviceMobileMessage,
  IconMail,
  IconMessageCircle,
  IconMessages,
  type Icon,
} from '@tabler/icons-react'
import { env } from '../../lib/env.js'

/** A way in which customers reach an inbox, or in which the team answers. */
export interface Channel {
  key: string
  name: string
  description: string
  Icon: Icon
  is_popular?: boolean
  /** Below the page of the inbox, or with a leading slash a page of the whole account. */
  path: string
  /** Which connections make it connected. Chat and email forwarding have none. */
  connection?: { service: string; kind: 'reply' | 'support' }
}

const isOffered = ({ key }: Channel) => !env.flags.hide_slack_integrations || !key.startsWith('slack')

const sources: Channel[] = [
  {
    key: 'chat',
    name: 'Chat widget',
    description: 'Choose how it looks and what it says, and put it on your site.',
    Icon: IconMessageCircle,
    is_popular: true,
    path: 'chat-widget',
  },
  {
    key: 'ses',
    name: 'Email forwarding',
    description: 'Forward your support mail to this inbox, and answer it here.',
    Icon: IconMail,
    path: 'email-forwarding',
  },
  {
    key: 'gmail',
    name: 'Gmail',
    description: 'Take the mail of a Gmail mailbox, and answer it here in the same thread.',
    Icon: IconBrandGmail,
    path: 'integrations/google/gmail',
    connection: { service: 'gmail', kind: 'support' },
  },
  {
    key: 'twilio',
    name: 'SMS with Twilio',
    description: 'Customers write to your phone number, and you answer here.',
    Icon: IconDeviceMobileMessage,
    path: 'integrations/twilio',
    connection: { service: 'twilio', kind: 'support' },
  },
  {
    key: 'slack:sync',
    name: 'Sync with Slack',
    description: 'Customers write in Slack channels that you share with them, and you answer here.',
    Icon: IconBrandSlack,
    path: 'integrations/slack/support',
    connection: { service: 'slack', kind: 'support' },
  },
]

const replies: Channel[] = [
  {
    key: 'slack',
    name: 'Reply from Slack',
    description: 'Read conversations in a Slack channel, and answer customers from there.',
    Icon: IconBrandSlack,
    is_popular: true,
    path: 'integrations/slack/reply',
    connection: { service: 'slack', kind: 'reply' },
  },
  {
    key: 'mattermost',
    name: 'Reply from Mattermost',
    description: 'Read conversations in a channel of your Mattermost, and answer customers from there.',
    Icon: IconMessages,
    path: 'integrations/mattermost',
    connection: { service: 'mattermost', kind: 'reply' },
  },
  {
    key: 'discord',
    name: 'Reply from Discord',
    description: 'Read conversations in a channel of your Discord server, and answer customers from there.',
    Icon: IconBrandDiscord,
    path: 'integrations/discord',
    connection: { service: 'discord', kind: 'reply' },
  },
]

/** How customers reach an inbox. */
export const sourceChannels = () => sources.filter(isOffered)

/** Where the team answers outside the dashboard. */
export const replyChannels = () => replies.filter(isOffered)
