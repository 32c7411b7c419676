import { isWithinPath } from './links.ts'

export const colorModes = ['light', 'dark', 'system'] as const
export type ColorMode = (typeof colorModes)[number]

/** The storage key of the chosen color mode (DECISIONS 26). */
export const colorModeKey = 'color-mode'

/** Parses a stored mode; defaults to system (SPEC 4). */
export function colorModeIn(stored: string | null): ColorMode {
  return colorModes.find((mode) => mode === stored) ?? 'system'
}

/** Returns the mode of a page: the app is always light (SPEC 1, DECISIONS 24). */
export function modeOf(pathname: string, chosen: ColorMode): ColorMode {
  return isWithinPath('/app', pathname) ? 'light' : chosen
}

/** Returns the color of the browser's bar for a mode (SPEC 1). page.html sets both before the first paint. */
export function barColor(mode: ColorMode, isSystemDark: boolean): '#111827' | 'white' {
  const isDark = mode === 'system' ? isSystemDark : mode === 'dark'
  return isDark ? '#111827' : 'white'
}
