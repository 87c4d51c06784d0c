import { Modal, TextInput } from '@mantine/core'

/** For a browser that lets nobody write to its clipboard. */
export function ShareLink({ link, onClose }: { link: string; onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      title="Share this conversation"
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <TextInput
        label="Link"
        description="Anybody who has it can read the conversation for 24 hours. Private notes are not part of it."
        value={link}
        readOnly
        data-autofocus
        onFocus={(event) => event.currentTarget.select()}
      />
    </Modal>
  )
}
