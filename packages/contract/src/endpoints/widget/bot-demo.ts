import { BotAnswer, BotQuestion } from '../../bot-demo.js'
import { Data } from '../../scalars.js'
import { defineEndpoints } from '../../endpoint.js'

export const botDemoEndpoints = defineEndpoints({
  'POST /api/bot_demo/answers': {
    allow: 'public',
    body: BotQuestion,
    response: { 200: Data(BotAnswer) },
  },
})
