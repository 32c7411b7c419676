import { barColor, type ColorMode, colorModeIn, colorModeKey } from '../web/behavior/color-mode.ts'

/** Returns the mode chosen in this browser; system if none is stored or storage is off (DECISIONS 26). */
export function storedColorMode(): ColorMode {
  try {
    return colorModeIn(localStorage.getItem(colorModeKey))
  } catch {
    // Without storage no mode was chosen.
    return 'system'
  }
}

export function storeColorMode(mode: ColorMode): void {
  try {
    localStorage.setItem(colorModeKey, mode)
  } catch {
    // Without storage the choice lasts until the page is left.
  }
}

const darkSystem = () => window.matchMedia('(prefers-color-scheme: dark)')

/** Shows the page and the browser's bar in a mode until the returned function is called. */
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

/** Calls back when the page switches between light and dark, by choice or by the operating system. */
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
