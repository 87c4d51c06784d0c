import type { ServiceContext } from '../../../features/channels/chat-services/chat-service.js'
import type { ReadBelongings } from './belongings.js'
import type { ImportRow } from './import-state.js'
import type { Teammates } from './teammates.js'

/** What a page of an import needs. */
export interface Importing {
  context: ServiceContext
  row: ImportRow
  teammates: Teammates
  readBelongings: ReadBelongings
}
