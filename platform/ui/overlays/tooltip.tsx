import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'
import { useState } from 'react'
import { usePopupContainer } from './popup.tsx'

interface TooltipProps {
  label: ReactNode
  /** Also shows the tooltip on press, for touch screens. Only for elements without another action. */
  onPress?: boolean
  children: ReactElement
}

/** A tooltip. `children` is the element that it describes, which must be reachable by keyboard. */
export function Tooltip({ label, onPress = false, children }: TooltipProps) {
  const [open, setOpen] = useState<false | 'hovered' | 'pressed'>(false)
  const { container, mark } = usePopupContainer()
  return (
    <Base.Root
      open={open !== false}
      onOpenChange={(next, { reason }) => {
        // A tooltip opened by touch stays open without a hovering pointer.
        if (open !== 'pressed' || reason !== 'trigger-hover') setOpen(next && 'hovered')
      }}
    >
      <Base.Trigger
        render={children}
        delay={400}
        closeOnClick={!onPress}
        // Deferred, because the press itself would count as a press outside the tooltip.
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
