import { useLayoutEffect } from 'react'
import { showColorMode, storedColorMode } from '#platform/ui/color-mode.ts'
import { modeOf } from '#platform/web/behavior/color-mode.ts'

/** Shows the page in the color mode chosen on the site, by default that of the operating system. */
export function useChosenColors(pathname: string): void {
  const mode = modeOf(pathname, storedColorMode())
  // The document is light by default.
  useLayoutEffect(() => (mode === 'light' ? undefined : showColorMode(mode)), [mode])
}
