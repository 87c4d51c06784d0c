// oxlint-disable-next-line import/no-default-export -- sites import the published package this way
export { ChatWidget, ChatWidget as default } from './chat-widget.js'
export { ChatWindow } from './chat-window.js'
export { close, identify, open, Papercups, toggle } from './commands.js'
export type { ChatProps, ChatWidgetProps, Message, WidgetSettings } from './props.js'
