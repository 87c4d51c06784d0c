import { defineChatService } from '../../features/channels/chat-services/define-chat-service.js'
import { routes } from './routes.js'
import { slackService } from './slack-service.js'

export const slack = defineChatService(slackService, { routes })
