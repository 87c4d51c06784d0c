import { strToU8, zipSync } from 'fflate'
import { GUEST_SDK } from './runner/guest-sdk.js'

const manifest = { name: '@papercups-io/papercups', version: '1.0.0', main: 'index.js', license: 'MIT' }

/** What clients of the original put beside index.js before they deploy. Here functions have it without that. */
export const makeDeps = () =>
  Buffer.from(
    zipSync({
      'node_modules/@papercups-io/papercups/index.js': strToU8(GUEST_SDK),
      'node_modules/@papercups-io/papercups/package.json': strToU8(JSON.stringify(manifest)),
    }),
  )
