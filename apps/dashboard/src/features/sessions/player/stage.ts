import type { Replayer } from '@rrweb/replay'
import type { PointedPlace } from './messages.js'

/** The room for the recorded page: scaled to fit, in the middle. */
export function createStage(root: HTMLElement) {
  let replayer: Replayer | undefined
  let size = { width: 0, height: 0 }
  let scale = 1
  const cover = document.createElement('div')
  cover.className = 'cover'

  function fit() {
    if (!replayer || size.width === 0 || size.height === 0) return
    scale = Math.min(innerWidth / size.width, innerHeight / size.height)
    const { style } = replayer.wrapper
    style.transform = `scale(${scale})`
    style.left = `${(innerWidth - size.width * scale) / 2}px`
    style.top = `${(innerHeight - size.height * scale) / 2}px`
  }
  addEventListener('resize', fit)

  return {
    show(next: Replayer) {
      replayer = next
      next.on('resize', (dimension) => {
        size = dimension as typeof size
        fit()
      })
    },

    /** While on, a click names the element under it. */
    point(isOn: boolean, onPointed: (place: PointedPlace) => void) {
      cover.remove()
      if (!isOn) return
      cover.onclick = ({ clientX, clientY }) => {
        const place = replayer && findPlace(replayer, clientX, clientY, scale)
        if (!place) return
        onPointed(place)
        cover.append(drawRing(clientX, clientY))
      }
      root.append(cover)
    },
  }
}

/** Shows for a moment where the agent pointed. */
function drawRing(x: number, y: number) {
  const ring = document.createElement('i')
  ring.className = 'ring'
  ring.style.left = `${x}px`
  ring.style.top = `${y}px`
  ring.onanimationend = () => ring.remove()
  return ring
}

function findPlace(replayer: Replayer, clientX: number, clientY: number, scale: number): PointedPlace | undefined {
  const frame = replayer.iframe.getBoundingClientRect()
  const [x, y] = [(clientX - frame.x) / scale, (clientY - frame.y) / scale]
  const element = replayer.iframe.contentDocument?.elementFromPoint(x, y)
  const id = element ? replayer.getMirror().getId(element) : -1
  if (!element || id < 0) return undefined
  const box = element.getBoundingClientRect()
  return { id, x: fraction(x - box.x, box.width), y: fraction(y - box.y, box.height) }
}

const fraction = (part: number, whole: number) => (whole > 0 ? Math.min(1, Math.max(0, part / whole)) : 0)
