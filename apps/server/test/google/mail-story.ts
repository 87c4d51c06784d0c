import { expect, vi } from 'vitest'
import { mail, plain } from '../mails/build.js'
import { gmailStory, soon, type startGoogleServer } from './google-story.js'

let count = 0

/** A mailbox, and Carla who writes to it. */
export async function startMailStory(world: Awaited<ReturnType<typeof startGoogleServer>>) {
  const cast = await gmailStory(world)
  const { google, email, ada } = cast
  const carla = `carla-${count++}@example.test`
  return {
    ...cast,
    carla_email: carla,
    /** Carla writes. */
    writes(text: string, headers = '', more = {}) {
      const id = /^Message-ID:/im.test(headers) ? '' : `Message-ID: <${count++}@mail.example.test>\n`
      const to = /^To:/im.test(headers) ? '' : `To: ${email}\n`
      const from = /^From:/im.test(headers) ? '' : `From: Carla Diaz <${carla}>\n`
      return google.mailboxes.add(email, mail(`${from}${to}${id}${headers}`, plain(text)), more)
    },
    conversations: async () =>
      ((await ada.data('GET', '/api/conversations')) as Conversation[]).filter(({ source }) => source === 'email'),
    sent: () => google.mailboxes.mailsOf(email).filter(({ labelIds }) => labelIds.includes('SENT')),
  }
}

type Story = Awaited<ReturnType<typeof startMailStory>>

interface Conversation {
  id: string
  subject: string
  source: string
  customer: { email: string }
}

export const bodiesOf = async ({ ada }: Story, id: string) =>
  (await ada.data('GET', `/api/conversations/${id}/messages?after=0`)).map(({ body }: { body: string }) => body)

export const onlyConversation = (story: Story) =>
  vi.waitFor(async () => {
    const [found, ...more] = await story.conversations()
    expect(more).toEqual([])
    return found ?? expect.fail('there is no conversation yet')
  }, soon)

export const waitForBodies = (story: Story, id: string, bodies: string[]) =>
  vi.waitFor(async () => expect(await bodiesOf(story, id)).toEqual(bodies), soon)
