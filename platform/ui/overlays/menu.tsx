import { Menu as Base } from '@base-ui/react/menu'
import { type ReactElement, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { classes } from '../classes.ts'
import { OptionText } from '../fields/option.tsx'
import { Icon } from '../icon.tsx'
import { Kbd } from '../kbd.tsx'
import { optionClasses, popupClasses, usePopupContainer } from './popup.tsx'

interface MenuProps {
  trigger: ReactElement
  children: ReactNode
  side?: 'top' | 'bottom'
  align?: 'start' | 'end'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** Lets the keys 1 to 9 choose the item with that number. */
  numbered?: boolean
  /** Returns the element to focus when the menu closes, instead of the button; null: the button. */
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
  const { container, mark } = usePopupContainer()
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root {...state}>
      <Base.Trigger render={trigger} />
      {mark}
      <Base.Portal container={container}>
        <Base.Positioner
          positionMethod="fixed"
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-50"
        >
          <Base.Popup
            ref={popup}
            finalFocus={() => finalFocus?.() ?? true}
            className={classes(
              popupClasses,
              'max-h-(--available-height) min-w-52 max-w-[min(20rem,calc(100vw-1rem))] overflow-y-auto overscroll-contain',
            )}
          >
            {numbered && <NumberKeys popup={popup} />}
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** Lets the keys 1 to 9 choose an item as soon as the menu is there, even before it has the focus. */
function NumberKeys({ popup }: { popup: RefObject<HTMLElement | null> }) {
  useLayoutEffect(() => {
    const choose = (event: KeyboardEvent) => {
      if (!/^[1-9]$/.test(event.key) || !popup.current?.hasAttribute('data-open')) return
      const chosen = popup.current.querySelectorAll<HTMLElement>('[role="menuitem"]')[Number(event.key) - 1]
      if (!chosen) return
      event.preventDefault()
      event.stopPropagation()
      chosen.click()
    }
    document.addEventListener('keydown', choose, { capture: true })
    return () => document.removeEventListener('keydown', choose, { capture: true })
  }, [popup])
  return null
}

interface MenuItemProps {
  children: ReactNode
  icon?: ReactNode
  kbd?: string | undefined
  /** Below the label: an explanation, or why it is disabled. */
  detail?: string
  disabled?: boolean
  onClick?: () => void
  render?: ReactElement
}

/** An action in a menu. */
export function MenuItem({ children, icon, kbd, detail, disabled = false, onClick, render }: MenuItemProps) {
  return (
    <Base.Item className={optionClasses} disabled={disabled} onClick={onClick} {...(render && { render })}>
      {icon && <span className="flex text-faint">{icon}</span>}
      <OptionText text={children} detail={detail} />
      {kbd && <Kbd className="text-faint">{kbd}</Kbd>}
    </Base.Item>
  )
}

interface MenuCheckItemProps {
  children: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
}

/** An option in a menu that is on or off. The menu stays open. */
export function MenuCheckItem({ children, checked, onChange }: MenuCheckItemProps) {
  return (
    <Base.CheckboxItem className={optionClasses} checked={checked} onCheckedChange={onChange}>
      <Icon name="check" className={checked ? 'text-ink' : 'invisible'} />
      <OptionText text={children} />
    </Base.CheckboxItem>
  )
}

/** Related items under a label. */
export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2 pt-1.5 pb-1 font-medium text-faint text-xs">{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  )
}

/** A line between items. */
export function MenuSeparator() {
  return <Base.Separator className="my-1 h-px bg-line" />
}
