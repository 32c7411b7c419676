import { barColor, type ColorMode, colorModeIn, colorModeKey } from '../web/behavior/color-mode.ts'

/** The mode chosen in this browser; system where none is, or where nothing can be stored (DECISIONS 26). */
export function storedColorMode(): ColorMode {
  try {
    return colorModeIn(localStorage.getItem(colorModeKey))
  } catch {
    // A browser that keeps nothing is a browser in which nothing was chosen.
    return 'system'
  }
}

export function storeColorMode(mode: ColorMode): void {
  try {
    localStorage.setItem(colorModeKey, mode)
  } catch {
    // The choice holds until the page is left, which is all that this browser allows.
  }
}

const darkSystem = () => window.matchMedia('(prefers-color-scheme: dark)')

/** Shows the page in this mode until the returned function is called; the colour of the browser's bar follows. */
export function showColorMode(mode: ColorMode): () => void {
  const { classList } = document.documentElement
  classList.toggle('dark', mode === 'dark')
  classList.toggle('system', mode === 'system')
  const bar = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')
  const before = bar?.content
  const paint = () => {
    if (bar) bar.content = barColor(mode, darkSystem().matches)
  }
  paint()
  const stop = onColorsChange(paint)
  return () => {
    stop()
    classList.remove('dark', 'system')
    if (bar && before !== undefined) bar.content = before
  }
}

/** Calls back whenever the page goes from light to dark or back, by choice or by the operating system. */
export function onColorsChange(listener: () => void): () => void {
  const system = darkSystem()
  const chosen = new MutationObserver(listener)
  chosen.observe(document.documentElement, { attributes: true, attributeFilter: ['class'] })
  system.addEventListener('change', listener)
  return () => {
    chosen.disconnect()
    system.removeEventListener('change', listener)
  }
}
