/** Geometry that sites have built around, except on phones, where the chat takes the whole screen. */
export const panelStyle = (open: boolean, full: boolean, popup: number, place: string) =>
  // A frame of another colour scheme than its element's gets an opaque backdrop, and the page may ask for any.
  'all:initial;position:fixed;z-index:2147483000;color-scheme:light;' +
  place +
  (open
    ? ';background:#8882;' +
      (full
        ? 'inset:0;width:100%;height:100%'
        : 'bottom:100px;width:376px;max-width:90%;height:calc(100% - 120px);max-height:704px;min-height:250px;border-radius:8px;box-shadow:0 4px 20px #0004')
    : ';bottom:80px;width:300px;max-width:90%;height:' + (popup ? popup + 'px' : '0;visibility:hidden'))
