import type { User } from '@papercups/contract'
import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.js'
import { accountQuery } from '../../entities/user/me.js'
import { PictureField } from '../../ui/fields/picture-field.js'
import { EditableSection } from '../../ui/section.js'
import { profileQuery } from './profile-query.js'
import { VerifyNudge } from './verify-nudge.js'

type Draft = Record<'full_name' | 'display_name' | 'profile_photo_url', string>

const read = ({ full_name, display_name, profile_photo_url }: User): Draft => ({
  full_name: full_name ?? '',
  display_name: display_name ?? '',
  profile_photo_url: profile_photo_url ?? '',
})

export function ProfileSection({ profile }: { profile: User }) {
  const cache = useQueryClient()
  const [draft, setDraft] = useState<Draft | null>(null)
  const reload = () => cache.invalidateQueries(profileQuery)
  const save = useMutation({
    mutationFn: (user_profile: Record<keyof Draft, string | null>) => api.put('/profile', { body: { user_profile } }),
    onSuccess: (saved) => {
      cache.setQueryData(profileQuery.queryKey, saved)
      // The inbox shows teammates by name.
      void cache.invalidateQueries(accountQuery)
    },
    onError: reload,
    onSettled: () => setDraft(null),
  })

  const values = draft ?? read(profile)
  const field = (name: keyof Draft) => ({
    readOnly: !draft,
    maxLength: 255,
    value: values[name],
    ...(!draft && { placeholder: 'Not set' }),
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setDraft({ ...values, [name]: value }),
  })

  return (
    <EditableSection
      title="Profile"
      lead="Shown to your customers and teammates."
      editing={draft !== null}
      saving={save.isPending}
      onEdit={() => setDraft(values)}
      onCancel={() => {
        setDraft(null)
        void reload()
      }}
      onSave={() =>
        save.mutate({
          full_name: values.full_name.trim() || null,
          display_name: values.display_name.trim() || null,
          profile_photo_url: values.profile_photo_url.trim() || null,
        })
      }
    >
      <TextInput label="Full name" autoComplete="name" {...field('full_name')} />
      <TextInput label="Display name" autoComplete="nickname" {...field('display_name')} />
      <div>
        <TextInput
          label="Email"
          type="email"
          readOnly
          variant="unstyled"
          value={profile.email}
          {...(draft && { description: 'You sign in with this email. You cannot change it here.' })}
        />
        <VerifyNudge />
      </div>
      <PictureField
        label="Profile image URL"
        owner={`user:${profile.id}`}
        name={values.display_name || values.full_name || profile.email}
        {...field('profile_photo_url')}
        maxLength={2000}
      />
    </EditableSection>
  )
}
