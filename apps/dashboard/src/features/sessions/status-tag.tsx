import { Tag } from '../../ui/tag.js'
import type { SessionStatus } from './session-presence.js'

const LOOKS = { online: 'good', inactive: 'plain', disconnected: 'bad' } as const
const WORDS = { online: 'Online', inactive: 'Inactive', disconnected: 'Disconnected' }

export const StatusTag = ({ status }: { status: SessionStatus }) => <Tag look={LOOKS[status]}>{WORDS[status]}</Tag>
