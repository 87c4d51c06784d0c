import { ChatWidget, ChatWindow, Papercups } from 'chat-widget'
import { createElement, StrictMode } from 'react'
import { render } from 'react-dom'

/** The events that the page received, in order. */
window.received = []
const record = (name) => (message) => window.received.push(message?.body ? `${name}: ${message.body}` : name)

window.toggleChat = () => Papercups.toggle()

/** Renders the widget, and again with changed props. */
window.show = (changes) => {
  Object.assign(window.props, changes)
  const callbacks = {
    onChatLoaded: record('loaded'),
    onChatOpened: record('opened'),
    onChatClosed: record('closed'),
    onMessageSent: record('sent'),
    onMessageReceived: record('received'),
  }
  const props = { ...window.props, ...callbacks }
  if (props.ownTitle) props.setDefaultTitle = ({ account }) => `${props.ownTitle} ${account.company_name}`
  if (props.ownButton)
    props.renderToggleButton = ({ isOpen, onToggleOpen }) =>
      createElement('button', { onClick: onToggleOpen }, isOpen ? 'Bye' : props.ownButton)
  const chat = createElement(props.asWindow ? ChatWindow : ChatWidget, props)
  render(createElement(StrictMode, null, chat), document.getElementById('root'))
}
window.show({})
