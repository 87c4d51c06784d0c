export const texts = {
  us: 'us',
  heading: 'Chat with {company}',
  messages: 'Messages',
  you: 'You',
  check: 'Check for new messages',
  message: 'Your message',
  send: 'Send message',
  name: 'Your name (optional)',
  email: 'Your email',
  emailOptional: 'Your email (optional, for an answer when you are gone)',
  emailFirst: 'Please tell us your email address first.',
  empty: 'Please write something first.',
  late: 'That page was open for too long, or your browser keeps no cookies from here. Please send your message again.',
  oldLink: 'The link that you followed is no longer good. You can still write to us here.',
  otherPerson:
    'You are in the middle of a chat here, and the link that you followed is for another person. Continue as that person?',
  switchPerson: 'Continue as that person',
  stay: 'Stay in my chat',
  notFound: 'This chat was not found',
  tooMany: 'Too many requests',
  refused: 'That could not be done',
  goBack: 'Go back to try again.',
}

export type Texts = typeof texts
