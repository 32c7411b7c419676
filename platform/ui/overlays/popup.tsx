import type { ReactNode } from 'react'
import { useState } from 'react'
import { classes } from '../classes.ts'

/** The classes of a popup beside its control: a menu, options, a calendar. */
export const popupClasses = classes(
  'rounded-xl border border-line bg-raised p-1 text-ink shadow-lift outline-none',
  'transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0',
)

/** The classes of a line in a popup. */
export const optionClasses = classes(
  'flex min-h-8 w-full scroll-my-1 items-center gap-2.5 rounded-lg px-2 py-1 text-base text-ink outline-none',
  'data-disabled:cursor-default data-highlighted:bg-hover data-disabled:opacity-50 pointer-coarse:min-h-10',
)

/**
 * Returns a container that places a popup beside its control instead of at the end of the page, which keeps it in the
 * same landmark and reading order. Render `mark`, and pass `container` to the portal.
 */
export function usePopupContainer(): { container: HTMLElement | null; mark: ReactNode } {
  const [container, setContainer] = useState<HTMLElement | null>(null)
  return { container, mark: <span ref={setContainer} className="contents" /> }
}
