import { type FlagValues, flagsKey, readOverrides } from '../contract/flags.ts'

/** Returns the flags overridden in this browser; none without storage (DECISIONS 30). */
export function storedOverrides(): FlagValues {
  try {
    return readOverrides(localStorage.getItem(flagsKey))
  } catch {
    // Without storage there are no overrides.
    return {}
  }
}

/** Replaces all overrides. Returns false without storage. */
export function storeOverrides(overrides: FlagValues): boolean {
  try {
    if (Object.keys(overrides).length === 0) localStorage.removeItem(flagsKey)
    else localStorage.setItem(flagsKey, JSON.stringify(overrides))
    return true
  } catch {
    // Storage is off or full; the page of flags shows it.
    return false
  }
}
