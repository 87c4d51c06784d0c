interface Asked {
  name: string
}

interface Place extends Asked {
  id: number
  /** Parts of the element's width and height. */
  x: number
  y: number
}

const loadScreen = () => import('./pointing-screen.js')

/** An agent asks to point at things on the page, and points. The drawing part is loaded when somebody asks. */
export function createPointing(
  nodeOf: (id: number) => Node | null,
  answer: (agreed: boolean) => void,
  load: () => Promise<Pick<typeof import('./pointing-screen.js'), 'drawQuestion' | 'drawMarker'>> = loadScreen,
) {
  let isRefused = false
  /** The agent whose question is open. */
  let asking: string | undefined
  let closeQuestion: (() => void) | undefined
  let hideMarker: (() => void) | undefined

  async function ask({ name }: Asked) {
    // A visitor who said no is not asked again.
    if (isRefused) return answer(false)
    // The dashboard repeats an open question, in case the visitor came from another page.
    if (asking === name) return
    asking = name
    const { drawQuestion } = await load()
    // Meanwhile it was withdrawn, or another agent asked.
    if (asking !== name) return
    closeQuestion?.()
    closeQuestion = drawQuestion(name, (agreed) => {
      asking = undefined
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

  function withdraw() {
    asking = undefined
    closeQuestion?.()
  }

  return {
    ask: (asked: Asked) => void ask(asked),
    show: (place: Place) => void show(place),
    /** Hides the marker and withdraws the question of this agent. The question of another one stays. */
    hide({ name }: Asked) {
      hideMarker?.()
      if (asking === name) withdraw()
    },
    end() {
      hideMarker?.()
      withdraw()
    },
  }
}
