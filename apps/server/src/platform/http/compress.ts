import compress from '@fastify/compress'
import { constants } from 'node:zlib'
import type { App } from './app.js'

/** A list of conversations shrinks to an eighth at this quality; higher ones cost more time than they save bytes. */
const BROTLI_QUALITY = 4

/**
 * Compresses answers of the API. Pages and scripts are compressed by their own routes, once for all readers. Sessions are
 * headers, never cookies, so no other site can make a browser ask for compressed secrets.
 */
export async function compressAnswers(app: App) {
  await app.register(compress, {
    customTypes: /json|csv/,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
    globalDecompression: false,
    // Larger answers are compressed on other threads.
    syncThreshold: 16_384,
  })
}
