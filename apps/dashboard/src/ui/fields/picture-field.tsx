import { TextInput, type TextInputProps } from '@mantine/core'
import { Avatar, type AvatarId } from '../avatar.js'
import styles from './picture-field.module.css'

interface Props extends Omit<TextInputProps, 'value'> {
  /** The owner of the picture. Decides the avatar that is shown without a picture. */
  owner: AvatarId
  name: string
  value: string
}

/** The URL of a picture, with a round preview. */
export function PictureField({ owner, name, value, ...input }: Props) {
  const url = value.trim()
  return (
    <div className={styles.field}>
      <TextInput
        className={styles.input ?? ''}
        type="url"
        inputMode="url"
        placeholder="https://"
        value={value}
        {...input}
      />
      {/* The key resets the "broken" state for another URL. */}
      <Avatar key={url} id={owner} name={name} image={url || null} size={56} />
    </div>
  )
}
