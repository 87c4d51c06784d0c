/** No inline script runs anywhere, and nothing is loaded from another house. */
export function dashboardPolicy(socket_origin: string) {
  return [
    "default-src 'self'",
    "script-src 'self'",
    // The component library writes its sizes and colours as inline styles.
    "style-src 'self' 'unsafe-inline'",
    'img-src https: http: data: blob:',
    "font-src 'self' data:",
    `connect-src 'self' ${socket_origin}`,
    "frame-src 'self' blob:",
    "media-src 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')
}

/** The widget's frame shows on any site unless the account names those that may frame it. */
export function widgetPolicy(socket_origin: string, ancestors: string | undefined) {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    'img-src https: http: data: blob:',
    "font-src 'self'",
    `connect-src 'self' ${socket_origin}`,
    "media-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    ...(ancestors ? [`frame-ancestors ${ancestors}`] : []),
  ].join('; ')
}
