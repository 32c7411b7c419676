import { type ComponentProps, type ComponentType, type ReactElement, useState } from 'react'
import type * as Overlays from './overlays.tsx'
import { useOverlays } from './use-overlays.ts'

interface LaterMenuProps {
  /** The button that opens the menu. */
  button: (props: ComponentProps<'button'>) => ReactElement
  menu: 'AccountItems' | 'ProjectItems'
  onLeave: (() => void) | undefined
}

/** A menu of the shell behind its button. Until its code is loaded, the button remembers that it was pressed. */
export function LaterMenu({ button, menu, onLeave }: LaterMenuProps) {
  const [overlays, load] = useOverlays()
  const [open, setOpen] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  const [isReady, setReady] = useState(false)
  // The menu has a button of its own, so the focus would be lost.
  if (!isReady && overlays !== null && (open || !hasFocus)) setReady(true)
  if (overlays === null || !isReady) {
    return button({
      'aria-haspopup': 'menu',
      'aria-expanded': false,
      onFocus: () => setHasFocus(true),
      onBlur: () => setHasFocus(false),
      onClick: () => {
        setOpen(true)
        load()
      },
    })
  }
  const Items: ComponentType<ComponentProps<typeof Overlays.AccountItems>> = overlays[menu]
  return <Items trigger={button({})} open={open} onOpenChange={setOpen} onLeave={onLeave} />
}
