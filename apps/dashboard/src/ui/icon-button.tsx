import { ActionIcon, Tooltip, type ActionIconProps } from '@mantine/core'
import type { ComponentPropsWithRef, ReactNode } from 'react'

interface Props
  extends
    Omit<ActionIconProps, 'children'>,
    Pick<ComponentPropsWithRef<'button'>, 'onClick' | 'onPointerEnter' | 'ref' | 'type'> {
  label: string
  pressed?: boolean
  children: ReactNode
}

/** An icon button with a tooltip and an accessible label. */
export function IconButton({ label, pressed, children, ...props }: Props) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} aria-pressed={pressed} {...props}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
