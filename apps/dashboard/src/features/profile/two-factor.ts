import type { RecoveryCodes, TwoFactorSecret, TwoFactorStatus } from '@papercups/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.js'

export const twoFactorQuery = queryOptions({
  queryKey: ['two-factor'],
  queryFn: ({ signal }) => api.get<TwoFactorStatus>('/two_factor', { signal }),
})

export const startTwoFactor = (password: string) => api.post<TwoFactorSecret>('/two_factor', { password })

export const confirmTwoFactor = async (code: string) =>
  (await api.put<RecoveryCodes>('/two_factor', { code: code.replaceAll(/\s/g, '') })).recovery_codes

export const renewRecoveryCodes = async (password: string) =>
  (await api.post<RecoveryCodes>('/two_factor/recovery_codes', { password })).recovery_codes

export const disableTwoFactor = (password: string) => api.delete('/two_factor', { body: { password } })
