export * from './api.js'
export type { CallOptions, Options } from './caller.js'
export * from './errors.js'
