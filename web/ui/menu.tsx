import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { useState } from 'react'
import { classes } from './classes.ts'
import { Kbd } from './kbd.tsx'

interface MenuProps {
  trigger: ReactElement
  children: ReactNode
  side?: 'top' | 'bottom'
  align?: 'start' | 'end'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** Keys 1 to 9 choose the item of that number. */
  numbered?: boolean
  /** Where the focus goes when the menu closes, instead of the button; null: nowhere better. */
  finalFocus?: () => HTMLElement | null
}

/** A menu behind a button: arrows, Home, End, letters and Escape work. */
export function Menu({
  trigger,
  children,
  side = 'bottom',
  align = 'start',
  numbered,
  finalFocus,
  ...state
}: MenuProps) {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  return (
    <Base.Root {...state}>
      <Base.Trigger render={trigger} />
      {/* In place rather than at the end of the page, so that it belongs to its landmark. */}
      <span ref={setPlace} className="contents" />
      <Base.Portal container={place}>
        <Base.Positioner
          positionMethod="fixed"
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-50"
        >
          <Base.Popup
            finalFocus={() => finalFocus?.() ?? true}
            className={classes(
              'min-w-52 max-w-[min(20rem,calc(100vw-1rem))] rounded-xl border border-line bg-raised p-1 shadow-lift',
              'outline-none transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0',
            )}
            onKeyDownCapture={(event) => {
              if (!numbered || !/^[1-9]$/.test(event.key)) return
              const items = event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')
              const chosen = items[Number(event.key) - 1]
              if (!chosen) return
              event.preventDefault()
              event.stopPropagation()
              chosen.click()
            }}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

const itemClasses =
  'flex min-h-8 w-full items-center gap-2.5 rounded-lg px-2 py-1 text-base text-ink outline-none data-highlighted:bg-hover'

interface MenuItemProps {
  children: ReactNode
  icon?: ReactNode
  kbd?: string
  onClick?: () => void
  render?: ReactElement
}

export function MenuItem({ children, icon, kbd, onClick, render }: MenuItemProps) {
  return (
    <Base.Item className={itemClasses} onClick={onClick} {...(render && { render })}>
      {icon && <span className="flex text-faint">{icon}</span>}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {kbd && <Kbd className="text-faint">{kbd}</Kbd>}
    </Base.Item>
  )
}

export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2 pt-1.5 pb-1 font-medium text-faint text-xs">{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  )
}

export function MenuSeparator() {
  return <Base.Separator className="my-1 h-px bg-line" />
}
