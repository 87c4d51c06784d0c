/** A spreadsheet takes some texts for formulas, and these may be a stranger's: a quote makes them text. */
export const withoutFormula = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
