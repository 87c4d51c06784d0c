/** The code of a new function. */
export const sampleFor = (origin: string) => `const papercups = require('@papercups-io/papercups')(
  process.env.PAPERCUPS_API_KEY,
  { host: '${origin}' },
)

// Runs for each event that you choose under Triggers.
async function handler({ event, payload }) {
  switch (event) {
    case 'message:created':
      // Answers each message of a customer.
      return papercups.messages.create({
        // A message with only files has no text.
        body: answerTo(payload.body ?? ''),
        type: 'bot',
        conversation_id: payload.conversation_id,
      })
    default:
      return { event, payload }
  }
}

function answerTo(text) {
  if (!text) return 'Thank you! We got your message.'
  if (text.toLowerCase().includes('test')) return 'Test successful!'
  return \`Thank you! We got your message: "\${text}"\`
}
`
