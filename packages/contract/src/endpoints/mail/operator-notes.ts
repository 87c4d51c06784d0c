import { Type } from 'typebox'
import { defineEndpoints } from '../../endpoint.js'
import { Data, Line, Omittable } from '../../scalars.js'

export const operatorNotesEndpoints = defineEndpoints({
  /** Mails those who run the server, with the user's email for the reply. `html` is not used: the mail has the text only. */
  'POST /api/admin/notifications': {
    allow: 'user',
    body: Type.Object({
      text: Type.String({ minLength: 1, maxLength: 20_000 }),
      subject: Omittable(Line),
      html: Omittable(Type.String({ maxLength: 100_000 })),
    }),
    response: {
      200: Data(
        Type.Union([
          Type.Object({ success: Type.Literal(true), result: Type.Object({ id: Type.String() }) }),
          Type.Object({ success: Type.Literal(false), error: Type.String() }),
        ]),
      ),
    },
  },
})
