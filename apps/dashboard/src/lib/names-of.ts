const SHOWN = 3

/** The first emails of a list that may be long. */
export const namesOf = (emails: string[]) =>
  emails.length > SHOWN ? `${emails.slice(0, SHOWN).join(', ')} and ${emails.length - SHOWN} more` : emails.join(', ')
