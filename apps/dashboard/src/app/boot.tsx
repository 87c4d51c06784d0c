import { session } from '../lib/session.js'
import { ShellSkeleton } from './shell-skeleton.js'

/** Before the first page has arrived: for those who were signed in, the frame that it will appear in. */
export const Boot = () => (session.token() ? <ShellSkeleton /> : null)
