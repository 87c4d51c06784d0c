import { ApiError } from '@papercups/client-core'
import { useForm, type UseFormInput } from '@mantine/form'
import { useState } from 'react'
import { describeField } from '../../lib/api-error.js'

type Values = Record<string, string>

/**
 * The behaviour of all sign-in forms. Errors appear after the first submit, and fields are checked again on every blur after that. Input stays after an error. Signing in changes the session, and the route guard then redirects.
 */
export function useAuthForm<T extends Values>(
  input: UseFormInput<T>,
  submit: (values: T) => Promise<unknown>,
  explain: (error: unknown) => string = orInvalidCredentials,
) {
  const form = useForm<T>({ mode: 'controlled', ...input })
  const [submitted, setSubmitted] = useState(false)
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function send(values: T) {
    setSending(true)
    setFailure(null)
    try {
      await submit(values)
    } catch (error) {
      setFailure(explain(error))
      if (error instanceof ApiError) form.setErrors(fieldErrors(error, Object.keys(form.getValues())))
    } finally {
      setSending(false)
    }
  }

  const onSubmit = form.onSubmit(
    (values) => {
      setSubmitted(true)
      void send(values)
    },
    (errors) => {
      setSubmitted(true)
      const first = Object.keys(form.getValues()).find((field) => Boolean(errors[field]))
      if (first) form.getInputNode(first)?.focus()
    },
  )
  const formProps = { onSubmit, noValidate: true, onBlur: () => void (submitted && form.validate()) }
  return { form, formProps, sending, failure }
}

const orInvalidCredentials = (error: unknown) => (error instanceof Error && error.message) || 'Invalid credentials'

/** The error text of the password reset. */
export const orTryAgain = (error: unknown) =>
  (error instanceof ApiError && error.serverMessage) || 'Something went wrong! Try again in a few minutes.'

/** `{email: ['has already been taken']}` becomes `{email: 'Email has already been taken'}`, for fields that we show. */
const fieldErrors = (error: ApiError, shown: string[]) =>
  Object.fromEntries(shown.map((field) => [field, describeField(error, field)]).filter(([, text]) => text))
