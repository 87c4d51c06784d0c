import { postForm, type UploadOptions } from '@papercups/client-core'
import { withToken } from '../../lib/api.js'
import { session } from '../../lib/session.js'

/** Posts a form with a file in it, as the signed-in user. */
export const sendForm = <T>(path: string, form: FormData, options: Partial<UploadOptions> = {}) =>
  withToken(session, (token) => postForm<T>(path, form, { ...options, token }))
