import { defineChatService } from '../../features/channels/chat-services/define-chat-service.js'
import { mattermostService } from './mattermost-service.js'
import { routes } from './routes.js'

export const mattermost = defineChatService(mattermostService, { routes })
