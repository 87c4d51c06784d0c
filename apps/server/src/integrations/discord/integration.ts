import { defineChatService } from '../../features/channels/chat-services/define-chat-service.js'
import { discordService } from './discord-service.js'
import { routes } from './routes.js'

export const discord = defineChatService(discordService, { routes })
