import { MAX_CODE } from '@papercups/contract'
import { strFromU8, unzipSync } from 'fflate'
import { invalid } from '../../../platform/errors.js'

const ENTRY = 'index.js'

/**
 * The index.js of a zip. Nothing else is unpacked and nothing is written, so neither the names nor the sizes of other files
 * matter: the code can require only the SDK, which we have.
 */
export function readIndex(bytes: Uint8Array): string {
  const file = unpack(bytes)[ENTRY]
  if (!file) throw invalid({ file: [`has no ${ENTRY} of at most 1 MB`] })
  const code = strFromU8(file)
  if (code.length > MAX_CODE) throw invalid({ file: [`has no ${ENTRY} of at most 1 MB`] })
  if (code.includes('\0')) throw invalid({ file: [`has an ${ENTRY} that is not text`] })
  return code
}

function unpack(bytes: Uint8Array) {
  try {
    // A file never unpacks to more than the size that it declares.
    return unzipSync(bytes, { filter: ({ name, originalSize }) => name === ENTRY && originalSize <= 4 * MAX_CODE })
  } catch {
    throw invalid({ file: ['is not a zip'] })
  }
}
