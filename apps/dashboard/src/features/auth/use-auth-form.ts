import { ApiError } from '@papercups/client-core'
import type { UseFormInput } from '@mantine/form'
import { useServerForm } from '../../ui/forms/use-server-form.js'

/** Signing in changes the session, and the route guard then redirects. */
export const useAuthForm = <T extends Record<string, string>>(
  { initialValues, validate }: { initialValues: T } & Pick<UseFormInput<T>, 'validate'>,
  save: (values: T) => Promise<unknown>,
  describe: (error: unknown) => string = orInvalidCredentials,
) => useServerForm({ initialValues, ...(validate && { validate }), save, describe, withSummary: true })

const orInvalidCredentials = (error: unknown) => (error instanceof Error && error.message) || 'Invalid credentials'

/** The error text of the password reset. */
export const orTryAgain = (error: unknown) =>
  (error instanceof ApiError && error.serverMessage) || 'Something went wrong! Try again in a few minutes.'
