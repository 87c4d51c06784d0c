import { ChatWidget } from 'chat-widget'
import { createElement } from 'react'
import { render } from 'react-dom'

/** What the page was told, in order. */
window.heard = []
const hears = (name) => (message) => window.heard.push(message?.body ? `${name}: ${message.body}` : name)

/** Draws the widget, and again with whatever has changed. */
window.show = (changes) => {
  Object.assign(window.props, changes)
  const callbacks = {
    onChatLoaded: hears('loaded'),
    onChatOpened: hears('opened'),
    onChatClosed: hears('closed'),
    onMessageSent: hears('sent'),
    onMessageReceived: hears('received'),
  }
  render(createElement(ChatWidget, { ...window.props, ...callbacks }), document.getElementById('root'))
}
window.show({})
