const CODE = /(```[\s\S]*?```|`[^`\n]+`)/
/** Takes the place of a bold mark while single stars become italics. */
const BOLD = '\u0001'

/** Markdown as Slack writes it. Nothing in the text can mention a channel or make a link of its own. */
export function toMrkdwn(markdown: string): string {
  return outsideCode(escape(markdown), (text) =>
    text
      .replaceAll(BOLD, '')
      .replace(/!?\[([^\]\n]+)\]\((https?:\/\/[^\s)]+|mailto:[^\s)]+)\)/g, (_, label: string, url: string) =>
        link(url, label),
      )
      .replace(/^#{1,6} +(.+)$/gm, `${BOLD}$1${BOLD}`)
      .replace(/\*\*(?=\S)([^\n]+?)(?<=\S)\*\*/g, `${BOLD}$1${BOLD}`)
      .replace(/(^|[\s(])\*(?=[^\s*])([^*\n]+?)(?<=\S)\*(?=[\s).,!?:;]|$)/gm, '$1_$2_')
      .replace(/~~(?=\S)([^\n]+?)(?<=\S)~~/g, '~$1~')
      .replace(/^(\s*)[-*] /gm, '$1• ')
      .replaceAll(BOLD, '*'),
  )
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const decode = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/** A link of Slack. `|` and line breaks would end the parts. */
export const link = (url: string, label: string) => `<${url.replaceAll('|', '%7C')}|${label.replace(/[|\n]/g, ' ')}>`

/** For text that is not Markdown: names, subjects. */
export const plain = (text: string) => escape(text).replace(/\s+/g, ' ').trim()

/** Slack's text as Markdown. `nameOf` gives the name of a user, or undefined. */
export function fromMrkdwn(mrkdwn: string, nameOf: (user_id: string) => string | undefined = () => undefined): string {
  const text = mrkdwn.replace(/<([^<>\n]+)>/g, (whole, inside: string) => readSequence(inside, nameOf) ?? whole)
  return decode(
    outsideCode(text, (text) =>
      text
        .replace(/(^|[\s(])\*(?=[^\s*])([^*\n]+?)(?<=\S)\*(?=[\s).,!?:;]|$)/gm, '$1**$2**')
        .replace(/(^|[\s(])~(?=[^\s~])([^~\n]+?)(?<=\S)~(?=[\s).,!?:;]|$)/gm, '$1~~$2~~')
        .replace(/^(\s*)• /gm, '$1- '),
    ),
  )
}

/** https://docs.slack.dev/messaging/formatting-message-text: `<@U1>`, `<#C1|name>`, `<!here>`, `<https://…|label>`. */
function readSequence(inside: string, nameOf: (user_id: string) => string | undefined) {
  const [target = '', label] = inside.split(/\|(.*)/s)
  if (target.startsWith('@')) {
    const name = nameOf(target.slice(1)) ?? label
    return name && `@${name}`
  }
  if (target.startsWith('#')) return label && `#${label}`
  if (target.startsWith('!')) return label ?? `@${target.slice(1).split('^')[0]}`
  if (!/^(https?:|mailto:)/.test(target)) return undefined
  const shown = label ?? target.replace(/^mailto:/, '')
  return shown === target ? target : `[${shown.replace(/[[\]]/g, '')}](${target})`
}

/** The ids of the users that a text mentions. */
export const mentionsIn = (mrkdwn: string) => [...mrkdwn.matchAll(/<@([A-Z0-9]+)/g)].map(([, id = '']) => id)

const outsideCode = (text: string, change: (text: string) => string) =>
  text
    .split(CODE)
    .map((part, place) => (place % 2 === 1 ? part : change(part)))
    .join('')
