import { isWithinPath } from './links.ts'

export const colorModes = ['light', 'dark', 'system'] as const
export type ColorMode = (typeof colorModes)[number]

/** Where the choice is kept (DECISIONS 26). */
export const colorModeKey = 'color-mode'

/** The mode in what was stored; system where none is (SPEC 4). */
export function colorModeIn(stored: string | null): ColorMode {
  return colorModes.find((mode) => mode === stored) ?? 'system'
}

/** The mode in which a page is shown: the app is light, whatever was chosen (SPEC 1, DECISIONS 24). */
export function modeOf(pathname: string, chosen: ColorMode): ColorMode {
  return isWithinPath('/app', pathname) ? 'light' : chosen
}

/** The colour of the browser's bar beside a page that is shown so (SPEC 1); page.html has both for before the first paint. */
export function barColor(mode: ColorMode, isSystemDark: boolean): '#111827' | 'white' {
  const isDark = mode === 'system' ? isSystemDark : mode === 'dark'
  return isDark ? '#111827' : 'white'
}
