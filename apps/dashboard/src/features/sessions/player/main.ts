import type { Replayer } from '@rrweb/replay'
import { createLivePlayer } from './live-player.js'
import type { FromPlayer, ToPlayer } from './messages.js'
import { createRecordedPlayer } from './recorded-player.js'
import { createStage } from './stage.js'

/**
 * The script of the player's page, which the dashboard embeds as a frame. The policy of the page lets this script run and nothing else, and allows no request. The frame of the replayer inherits it.
 */
const root = document.querySelector('main') ?? document.body
const stage = createStage(root)
const tell = (message: FromPlayer) => parent.postMessage(message, location.origin)

const config = {
  root,
  showWarning: false,
  mouseTail: false,
  triggerFocus: false,
  // Pictures of other servers are not loaded; this shows where they are.
  insertStyleRules: ['img:not([src^="data:"]) { background: #e8eaed }'],
}

function created(replayer: Replayer) {
  stage.show(replayer)
  replayer.iframe.title = 'Recorded page'
  replayer.on('fullsnapshot-rebuilded', () => tell({ kind: 'shown' }))
}

const live = createLivePlayer(config, created, (url) => tell({ kind: 'page', url }))
const recorded = createRecordedPlayer(config, created, tell)

function receive(message: ToPlayer) {
  switch (message.kind) {
    case 'live':
      return live.add(message.events)
    case 'load':
      return recorded.load(message.events, message.at, message.isPlaying)
    case 'append':
      return recorded.append(message.events)
    case 'seek':
      return recorded.seek(message.at, message.isPlaying)
    case 'options':
      return recorded.change({ speed: message.speed, skipsInactivity: message.skipsInactivity })
    case 'pointing':
      return stage.point(message.isOn, (place) => tell({ kind: 'pointed', place }))
  }
}

addEventListener('message', ({ source, origin, data }: MessageEvent<ToPlayer>) => {
  if (source === parent && origin === location.origin) receive(data)
})
tell({ kind: 'ready' })
