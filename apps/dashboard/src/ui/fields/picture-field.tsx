import { TextInput, type TextInputProps } from '@mantine/core'
import { Avatar, type AvatarId } from '../avatar.js'
import styles from './picture-field.module.css'

interface Props extends Omit<TextInputProps, 'value'> {
  /** Whose picture it is; decides what stands in its place while there is none. */
  owner: AvatarId
  name: string
  value: string
}

/** The address of a picture, beside the picture as a circle. */
export function PictureField({ owner, name, value, ...input }: Props) {
  const address = value.trim()
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
      {/* Another address is another picture: what was broken before may not be now. */}
      <Avatar key={address} id={owner} name={name} image={address || null} size={56} />
    </div>
  )
}
