import { writeSchema } from './platform/write-schema.js'

/** `npm run schema` */
await writeSchema()
