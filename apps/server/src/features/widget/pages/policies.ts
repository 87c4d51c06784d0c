const STRIPE_JS = 'https://js.stripe.com https://*.js.stripe.com'

/** No inline scripts, and nothing from other origins. Only the billing page may load Stripe's script and frames. */
export function dashboardPolicy(socket_origin: string, { stripe = false } = {}) {
  return [
    "default-src 'self'",
    `script-src 'self'${stripe ? ` ${STRIPE_JS}` : ''}`,
    // The component library writes its sizes and colours as inline styles.
    "style-src 'self' 'unsafe-inline'",
    'img-src https: http: data: blob:',
    "font-src 'self' data:",
    `connect-src 'self' ${socket_origin}${stripe ? ' https://api.stripe.com' : ''}`,
    `frame-src 'self' blob:${stripe ? ` ${STRIPE_JS} https://hooks.stripe.com` : ''}`,
    "media-src 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')
}

/** Any site may frame the widget unless the account lists sites. */
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

/** The preview of an email template: an origin of its own, one script, no requests but for pictures. */
export function previewPolicy(script_hash: string) {
  return [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src 'sha256-${script_hash}' blob:`,
    'worker-src blob:',
    "style-src 'unsafe-inline'",
    'img-src https: http: data:',
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}

/** The player of recorded pages. Its frame inherits this policy: one script, and no request at all. */
export function playerPolicy(script_hash: string) {
  return [
    "default-src 'none'",
    `script-src 'sha256-${script_hash}'`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}
