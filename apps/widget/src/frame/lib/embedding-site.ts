/** The site that shows the frame, as the browser itself reports it. Empty in a tab of its own, or where a browser hides it. */
export function embeddingSite(frame: Pick<Window, 'parent' | 'location' | 'document'>) {
  if (frame.parent === frame) return ''
  // Older Firefox has no list of ancestors.
  const [site] = frame.location.ancestorOrigins ?? []
  return site ?? /^https?:\/\/[^/]+/.exec(frame.document.referrer)?.[0] ?? ''
}
