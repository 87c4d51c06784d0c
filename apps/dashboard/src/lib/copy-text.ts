import { notifications } from '@mantine/notifications'

/**
 * Copies and shows a notice. Returns false if the browser refused; the caller then shows the text for manual copying.
 */
export async function copyText(text: string): Promise<boolean> {
  const copied = (await viaClipboard(text)) || viaSelection(text)
  if (copied) notifications.show({ id: 'copied', color: 'green', message: 'Copied to clipboard!' })
  return copied
}

/** http origins have no clipboard, and the user may forbid it. */
const viaClipboard = (text: string) =>
  navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  ) ?? Promise.resolve(false)

function viaSelection(text: string): boolean {
  const field = document.createElement('textarea')
  const focused = document.activeElement
  field.value = text
  field.style.position = 'fixed'
  field.style.opacity = '0'
  document.body.append(field)
  field.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    if (focused instanceof HTMLElement) focused.focus()
  }
}
