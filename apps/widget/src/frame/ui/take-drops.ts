/** Files that somebody lets go over the chat; the browser would open them in its place. */
export function takeDrops(take: (files: FileList) => void) {
  const over = (event: DragEvent) => event.preventDefault()
  const drop = (event: DragEvent) => {
    event.preventDefault()
    if (event.dataTransfer) take(event.dataTransfer.files)
  }
  addEventListener('dragover', over)
  addEventListener('drop', drop)
  return () => {
    removeEventListener('dragover', over)
    removeEventListener('drop', drop)
  }
}
