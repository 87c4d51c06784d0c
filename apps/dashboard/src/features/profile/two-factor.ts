import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.js'

export const twoFactorQuery = queryOptions({
  queryKey: ['two-factor'],
  queryFn: ({ signal }) => api.get('/two_factor', { signal }),
})

export const startTwoFactor = (password: string) => api.post('/two_factor', { body: { password } })

export const confirmTwoFactor = async (code: string) =>
  (await api.put('/two_factor', { body: { code: code.replaceAll(/\s/g, '') } })).recovery_codes

export const renewRecoveryCodes = async (password: string) =>
  (await api.post('/two_factor/recovery_codes', { body: { password } })).recovery_codes

export const disableTwoFactor = (password: string) => api.delete('/two_factor', { body: { password } })
