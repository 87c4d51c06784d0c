import type { OwnRating } from '@papercups/contract'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Chat } from '../chat/chat.js'
import { fill } from '../lib/language.js'
import { loadRatingTexts } from '../lib/rating-texts.js'
import type { RatingTexts } from '../texts/rating/en.js'
import { Icon } from './icon.js'

const SCORES = [1, 2, 3, 4, 5]
const STAR = 'M12 3l2.7 5.6 6.1.9-4.4 4.3 1 6.1-5.4-2.9-5.4 2.9 1-6.1-4.4-4.3 6.1-.9z'
/** The server's limit. */
const LONGEST = 2000

interface Props {
  chat: Chat
  rating: OwnRating
}

export function RatingCard({ chat, rating }: Props) {
  const [texts, setTexts] = useState<RatingTexts>()
  const [step, setStep] = useState<'changing' | 'saved'>()
  const { tag } = chat.language
  useEffect(() => void loadRatingTexts(tag).then(setTexts), [tag])
  if (!texts) return null
  if (rating.score && step !== 'changing')
    return <Thanks {...{ texts, score: rating.score, isNew: step === 'saved', onChange: () => setStep('changing') }} />
  return <Form {...{ chat, rating, texts, isAgain: step === 'changing', onSaved: () => setStep('saved') }} />
}

/** The button that had the focus is gone, so the focus moves here. */
function useFocus<E extends HTMLElement>(wanted: boolean) {
  const element = useRef<E>(null)
  useEffect(() => {
    if (wanted) element.current?.focus()
  }, [wanted])
  return element
}

interface ThanksProps {
  texts: RatingTexts
  score: number
  isNew: boolean
  onChange: () => void
}

function Thanks({ texts, score, isNew, onChange }: ThanksProps) {
  const words = useFocus<HTMLParagraphElement>(isNew)
  return (
    <p class="rating" ref={words} tabIndex={-1}>
      {texts.thanks} ({fill(texts.score, String(score))}){' '}
      <button type="button" onClick={onChange}>
        {texts.change}
      </button>
    </p>
  )
}

interface FormProps extends Props {
  texts: RatingTexts
  isAgain: boolean
  onSaved: () => void
}

function Form({ chat, rating, texts, isAgain, onSaved }: FormProps) {
  const [score, setScore] = useState(rating.score ?? 0)
  const [comment, setComment] = useState(rating.comment ?? '')
  const [state, setState] = useState<'ask' | 'saving' | 'failed'>('ask')
  const form = useFocus<HTMLFormElement>(isAgain)
  const send = () => {
    setState('saving')
    chat.ratings.give(rating.conversation_id, { score, comment }).then(onSaved, () => setState('failed'))
  }
  return (
    <form
      class="rating"
      ref={form}
      tabIndex={-1}
      onSubmit={(event) => {
        event.preventDefault()
        if (state !== 'saving') send()
      }}
    >
      <fieldset>
        <legend>{texts.ask}</legend>
        {SCORES.map((value) => (
          <label key={value} class={value <= score ? 'star on' : 'star'}>
            <input
              type="radio"
              name="score"
              class="unseen"
              aria-label={fill(texts.score, String(value))}
              checked={value === score}
              onChange={() => setScore(value)}
            />
            <Icon d={STAR} />
          </label>
        ))}
      </fieldset>
      {score > 0 && (
        <>
          <textarea
            rows={2}
            dir="auto"
            maxLength={LONGEST}
            value={comment}
            aria-label={texts.comment}
            placeholder={texts.comment}
            onInput={({ currentTarget }) => setComment(currentTarget.value)}
          />
          <button type="submit" class="start" disabled={state === 'saving'}>
            {texts.send}
          </button>
        </>
      )}
      {state === 'failed' && (
        <p class="note failed" role="alert">
          {texts.failed}
        </p>
      )}
    </form>
  )
}
