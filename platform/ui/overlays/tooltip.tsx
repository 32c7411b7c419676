import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'
import { useState } from 'react'
import { usePopupContainer } from './popup.tsx'

interface TooltipProps {
  label: ReactNode
  /** A press shows them too, where no pointer hovers: for what does nothing else. */
  onPress?: boolean
  children: ReactElement
}

/** Words for what is only hinted at. `children` is the element that has them, and must be reachable by keyboard. */
export function Tooltip({ label, onPress = false, children }: TooltipProps) {
  const [open, setOpen] = useState<false | 'hovered' | 'pressed'>(false)
  const { container, mark } = usePopupContainer()
  return (
    <Base.Root
      open={open !== false}
      onOpenChange={(next, { reason }) => {
        // What a finger has shown stays though no pointer is on it.
        if (open !== 'pressed' || reason !== 'trigger-hover') setOpen(next && 'hovered')
      }}
    >
      <Base.Trigger
        render={children}
        delay={400}
        closeOnClick={!onPress}
        // After the press, which would count as one beside what it shows.
        onClick={() => onPress && setTimeout(setOpen, 0, 'pressed')}
      />
      {mark}
      <Base.Portal container={container}>
        <Base.Positioner positionMethod="fixed" sideOffset={6} collisionPadding={8} className="z-50">
          <Base.Popup className="max-w-64 rounded-md bg-notice px-2 py-1 text-white text-xs shadow-lift">
            {label}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
