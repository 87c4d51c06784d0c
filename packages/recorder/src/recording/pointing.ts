interface Asked {
  name: string
}

interface Place extends Asked {
  id: number
  /** Parts of the element's width and height. */
  x: number
  y: number
}

const load = () => import('./pointing-screen.js')

/** An agent asks to point at things on the page, and points. The drawing part is loaded when somebody asks. */
export function createPointing(nodeOf: (id: number) => Node | null, answer: (agreed: boolean) => void) {
  let isRefused = false
  let closeQuestion: (() => void) | undefined
  let hideMarker: (() => void) | undefined

  async function ask({ name }: Asked) {
    // A visitor who said no is not asked again.
    if (isRefused) return answer(false)
    const { drawQuestion } = await load()
    closeQuestion?.()
    closeQuestion = drawQuestion(name, (agreed) => {
      isRefused = !agreed
      answer(agreed)
    })
  }

  async function show({ id, x, y, name }: Place) {
    const { drawMarker } = await load()
    const node = nodeOf(id)
    const element = node instanceof Element ? node : node?.parentElement
    hideMarker?.()
    hideMarker = element ? drawMarker(element, x, y, name) : undefined
  }

  return {
    ask: (asked: Asked) => void ask(asked),
    show: (place: Place) => void show(place),
    hide: () => hideMarker?.(),
    end() {
      hideMarker?.()
      closeQuestion?.()
    },
  }
}
