import { MAX_COMMENT, type OwnRating } from '@papercups/contract'
import { html, Html } from '../../../platform/http/html.js'
import { fill } from '../../account/accounts/language.js'
import type { Speech } from './language.js'

const SCORES = [1, 2, 3, 4, 5]

/** `fields` are sent with the rating. */
export function drawRatingForm(
  { language, texts }: Speech,
  { score, comment }: Pick<OwnRating, 'score' | 'comment'>,
  { action, fields }: { action: string; fields: Record<string, string> },
) {
  const choice = (value: number) =>
    html`<label
      ><input type="radio" name="score" value="${value}" required ${value === score && new Html('checked')} />
      ${fill(language, texts.score, { score: String(value) })}</label
    >`
  return html`<form method="post" action="${action}">
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <fieldset class="scores">
      <legend>${texts.rate}</legend>
      ${SCORES.map(choice)}
    </fieldset>
    <label for="comment">${texts.comment}</label>
    <textarea id="comment" name="comment" rows="3" maxlength="${MAX_COMMENT}">${comment}</textarea>
    <button>${texts.sendRating}</button>
  </form>`
}
