import type { Message, User } from '@papercups/contract'
import { expect, test } from 'vitest'
import { previewOf } from './preview-of.js'

const ADA = 1
const ben = { display_name: 'Ben' } as User

const preview = (changes: Partial<Message>) =>
  previewOf({ last_message: { body: 'Hi', attachments: [], type: 'reply', user_id: null, ...changes } as Message }, ADA)

test('the preview names the author of a message, except the customer', () => {
  expect(previewOf({ last_message: null }, ADA)).toBe('No messages yet')
  expect(preview({})).toBe('Hi')
  expect(preview({ user_id: ADA })).toBe('You: Hi')
  expect(preview({ user_id: 2, user: ben })).toBe('Ben: Hi')
})

test('the preview says "Bot" for messages that a bot wrote in the name of a user', () => {
  expect(preview({ user_id: ADA, type: 'bot' })).toBe('Bot: Hi')
  expect(preview({ user_id: 2, user: ben, type: 'bot' })).toBe('Bot: Hi')
})
