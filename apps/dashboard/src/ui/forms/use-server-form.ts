import { useForm, type UseFormInput } from '@mantine/form'
import { useState } from 'react'
import { describeError, describeField, isShownAtFields } from '../../lib/api-error.js'
import { logError } from '../../lib/log-error.js'

interface Options<Values> extends Pick<UseFormInput<Values>, 'validate'> {
  /** Fields that are named as in the API show the server's errors. */
  initialValues: Values
  /** The names of fields on the screen, if they differ from those in the API. */
  labels?: Partial<Record<keyof Values & string, string>>
  /** Sends the values. The form keeps them if this fails. */
  save: (values: Values) => unknown
  /** The text for an error that no field shows. */
  describe?: (error: unknown) => string
  /** For a form with one field, which shows all errors. */
  onlyField?: keyof Values & string
  /** Describes every error above the form, also those that fields show. */
  withSummary?: boolean
}

/** What `FormDialog` and other forms need besides their fields. */
export interface ServerForm {
  formProps: { onSubmit: (event: React.SyntheticEvent<HTMLFormElement>) => void; onBlur: () => void; noValidate: true }
  pending: boolean
  /** The error that no field shows. */
  failure: string | null
}

/**
 * The behaviour of all forms that the server checks. Errors appear after the first submit. From then on the form's own
 * rules are checked on every blur. An error of the server stays at its field until the field changes or is sent again.
 */
export function useServerForm<Values extends Record<string, unknown>>(options: Options<Values>) {
  const { initialValues, validate, save, describe = describeError, onlyField, withSummary = false } = options
  const labels: Partial<Record<string, string>> = options.labels ?? {}
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues,
    ...(validate && { validate }),
    // The summary is announced already.
    enhanceGetInputProps: () => (withSummary ? {} : { errorProps: { role: 'alert' } }),
  })
  const [checksOnBlur, setChecksOnBlur] = useState(false)
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  function showError(error: unknown) {
    if (onlyField) return form.setErrors({ [onlyField]: describe(error) })
    const fields = Object.keys(initialValues)
    const problems = fields.flatMap((field) => {
      const text = describeField(error, field, labels[field])
      return text ? [[field, text] as const] : []
    })
    form.setErrors(Object.fromEntries(problems))
    if (withSummary || !isShownAtFields(error, fields)) setFailure(describe(error))
  }

  async function send(values: Values) {
    if (pending) return
    // Checking on blur would remove the server's errors.
    setChecksOnBlur(false)
    setPending(true)
    setFailure(null)
    try {
      await save(values)
    } catch (error) {
      logError('A form could not be saved', error)
      showError(error)
    } finally {
      setPending(false)
    }
  }

  const onSubmit = form.onSubmit(
    (values) => void send(values),
    (errors) => {
      setChecksOnBlur(true)
      const first = Object.keys(initialValues).find((field) => Boolean(errors[field]))
      if (first) form.getInputNode(first)?.focus()
    },
  )
  function reset() {
    form.setValues(initialValues)
    form.clearErrors()
    setFailure(null)
  }
  const formProps = { onSubmit, onBlur: () => void (checksOnBlur && form.validate()), noValidate: true as const }
  return { form, reset, formProps, pending, failure }
}
