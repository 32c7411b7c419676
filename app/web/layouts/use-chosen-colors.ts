import { useLayoutEffect } from 'react'
import { showColorMode, storedColorMode } from '#platform/ui/color-mode.ts'
import { modeOf } from '#platform/web/behavior/color-mode.ts'

/** Shows the page in the colours that were chosen on the site, which follow the operating system unless somebody chose. */
export function useChosenColors(pathname: string): void {
  const mode = modeOf(pathname, storedColorMode())
  // The document is light by itself.
  useLayoutEffect(() => (mode === 'light' ? undefined : showColorMode(mode)), [mode])
}
