import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'
import { usePlace } from './popup.tsx'

/** Words for what is only hinted at. `children` is the element that has them, and must be reachable by keyboard. */
export function Tooltip({ label, children }: { label: ReactNode; children: ReactElement }) {
  const { place, mark } = usePlace()
  return (
    <Base.Root>
      <Base.Trigger render={children} delay={400} />
      {mark}
      <Base.Portal container={place}>
        <Base.Positioner positionMethod="fixed" sideOffset={6} collisionPadding={8} className="z-50">
          <Base.Popup className="max-w-64 rounded-md bg-notice px-2 py-1 text-white text-xs shadow-lift">
            {label}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
