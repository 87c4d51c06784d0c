/** A usable URL. The default hosts of the published packages no longer exist. */
export const address = (value: unknown) =>
  /^https?:\/\/(?!([\w-]+\.)*papercups\.io([:/]|$)|chat-window\.vercel)./i.test(value as string)
    ? (value as string)
    : ''
