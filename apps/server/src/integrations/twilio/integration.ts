import { defineChatService } from '../../features/channels/chat-services/define-chat-service.js'
import { routes } from './routes.js'
import { twilioService } from './twilio-service.js'

export const twilio = defineChatService(twilioService, { routes })
