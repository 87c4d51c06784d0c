/** Spreadsheets run some texts as formulas, and a visitor may have written them. A leading quote prevents it. */
export const withoutFormula = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
