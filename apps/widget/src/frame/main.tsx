import { render } from 'preact'
import { App } from './app.js'
import { Chat } from './chat/chat.js'
import { applyLanguage, chooseLanguage } from './lib/language.js'
import { readParams } from './lib/params.js'
import { connectParent } from './lib/parent.js'
import { openStore, readKept } from './lib/storage.js'
import { followScheme } from './ui/theme.js'
import './style.css'

const options = readParams(location.search)
const root = document.getElementById('chat')

if (options && root) {
  followScheme(options.theme, document.documentElement)
  const language = await chooseLanguage([options.locale, ...navigator.languages])
  applyLanguage(language, document.documentElement)
  const post = connectParent(options.ts, options.debug, (event, payload) => chat.hear(event, payload))
  const store = openStore(
    () => localStorage,
    readKept(location.hash),
    (all) => post('papercups:keep', { kept: JSON.stringify(all) }),
  )
  const chat = new Chat(options, store, post, language)
  render(<App chat={chat} />, root)
  post('chat:listening')
  void chat.start()
}
