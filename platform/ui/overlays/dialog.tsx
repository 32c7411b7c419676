import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../icon.tsx'

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  children: ReactNode
  /** Returns the element to focus when it closes; null: the previous one. */
  finalFocus?: () => HTMLElement | null
}

const backdrop =
  'fixed inset-0 z-40 bg-veil transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0'

/** A centered dialog: it traps the focus, closes on Escape and then restores the focus. */
export function Dialog({ open, onOpenChange, title, children, finalFocus }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={backdrop} />
        {/* Centered by margins: a transform would clip the options of a select inside. */}
        <Base.Popup
          finalFocus={() => finalFocus?.() ?? true}
          className={classes(
            'fixed inset-4 z-40 m-auto flex h-fit max-h-[calc(100dvh-2rem)] max-w-md flex-col',
            'overflow-y-auto rounded-2xl border border-line bg-raised p-6 text-ink shadow-lift outline-none',
            'transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0',
          )}
        >
          <TitleLine title={title} className="mb-4" />
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** A full-screen sheet for narrow screens, in place of content that is beside a list on wide ones. */
export function Sheet({ open, onOpenChange, title, children, finalFocus }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Popup
          finalFocus={() => finalFocus?.() ?? true}
          className={classes(
            'fixed inset-0 z-40 flex flex-col bg-canvas outline-none short:overflow-y-auto',
            'transition-transform duration-200 ease-calm data-starting-style:translate-x-full',
          )}
          data-sheet=""
        >
          <Base.Title className="sr-only">{title}</Base.Title>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** The button that closes a sheet. */
export function SheetBack({ children }: { children: string }) {
  return (
    <Base.Close className="inline-flex h-10 items-center gap-2 rounded-md px-2 font-medium text-muted hover:text-ink">
      <Icon name="back" />
      {children}
    </Base.Close>
  )
}

const sides = {
  start:
    'left-0 w-[min(17.5rem,calc(100vw-3rem))] bg-sunken data-ending-style:-translate-x-full data-starting-style:-translate-x-full',
  end: 'right-0 w-[min(28rem,calc(100vw-2rem))] bg-raised p-6 data-ending-style:translate-x-full data-starting-style:translate-x-full',
} as const

interface DrawerProps extends Omit<DialogProps, 'finalFocus'> {
  /** `start` is for the navigation of narrow screens, `end` for details and forms, with a title. */
  side?: keyof typeof sides
}

/** A drawer at the side of the screen. */
export function Drawer({ open, onOpenChange, title, side = 'start', children }: DrawerProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={backdrop} />
        <Base.Popup
          className={classes(
            'fixed inset-y-0 z-40 flex flex-col overflow-y-auto text-ink shadow-lift outline-none',
            'transition-transform duration-200 ease-calm',
            sides[side],
          )}
        >
          {side === 'start' ? (
            <Base.Title className="sr-only">{title}</Base.Title>
          ) : (
            <TitleLine title={title} className="mb-6" />
          )}
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

function TitleLine({ title, className }: { title: string; className: string }) {
  return (
    <div className={classes('flex items-start justify-between gap-4', className)}>
      <Base.Title className="wrap-anywhere min-w-0 font-semibold text-lg">{title}</Base.Title>
      <Base.Close
        aria-label="Close"
        className="-mt-0.5 -mr-2 grid size-8 shrink-0 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink"
      >
        <Icon name="close" />
      </Base.Close>
    </div>
  )
}
