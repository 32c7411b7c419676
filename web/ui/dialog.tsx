import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  children: ReactNode
}

const backdrop =
  'fixed inset-0 z-40 bg-gray-900/25 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0'

/** A dialog in the middle of the screen: focus stays inside, Escape closes, focus returns. */
export function Dialog({ open, onOpenChange, title, children }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={backdrop} />
        <Base.Popup
          className={classes(
            'fixed top-1/2 left-1/2 z-40 flex max-h-[calc(100dvh-2rem)] w-[min(28rem,calc(100vw-2rem))] flex-col',
            '-translate-1/2 overflow-y-auto rounded-2xl border border-line bg-raised p-6 shadow-lift outline-none',
            'transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0',
          )}
        >
          <div className="mb-4 flex items-center justify-between gap-4">
            <Base.Title className="font-semibold text-lg">{title}</Base.Title>
            <CloseButton />
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** A full-screen sheet for narrow screens, in place of what stands beside a list on wide ones. */
export function Sheet({ open, onOpenChange, title, children }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Popup
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

/** The way back out of a sheet. */
export function SheetBack({ children }: { children: string }) {
  return (
    <Base.Close className="inline-flex h-10 items-center gap-2 rounded-md px-2 font-medium text-muted hover:text-ink">
      <Icon name="back" />
      {children}
    </Base.Close>
  )
}

/** A drawer from the side, for the navigation of narrow screens. */
export function Drawer({ open, onOpenChange, title, children }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={backdrop} />
        <Base.Popup
          className={classes(
            'fixed inset-y-0 left-0 z-40 flex w-[min(17.5rem,calc(100vw-3rem))] flex-col overflow-y-auto bg-sunken shadow-lift outline-none',
            'transition-transform duration-200 ease-calm',
            'data-ending-style:-translate-x-full data-starting-style:-translate-x-full',
          )}
        >
          <Base.Title className="sr-only">{title}</Base.Title>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

function CloseButton() {
  return (
    <Base.Close
      aria-label="Close"
      className="-mr-2 grid size-8 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink"
    >
      <Icon name="close" />
    </Base.Close>
  )
}
