import { session } from '../lib/session.js'
import { ShellSkeleton } from './shell-skeleton.js'

/** Shown until the first page has loaded: the empty shell for signed-in users, nothing for others. */
export const Boot = () => (session.token() ? <ShellSkeleton /> : null)
