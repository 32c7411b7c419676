import { type FlagValues, flagsKey, readOverrides } from '../contract/flags.ts'

/** The flags that were overridden in this browser; none where nothing can be stored (DECISIONS 30). */
export function storedOverrides(): FlagValues {
  try {
    return readOverrides(localStorage.getItem(flagsKey))
  } catch {
    // A browser that keeps nothing overrides nothing.
    return {}
  }
}

/** Keeps the overrides, all of them; false where this browser keeps nothing. */
export function storeOverrides(overrides: FlagValues): boolean {
  try {
    if (Object.keys(overrides).length === 0) localStorage.removeItem(flagsKey)
    else localStorage.setItem(flagsKey, JSON.stringify(overrides))
    return true
  } catch {
    // Storage is off or full, which the page of flags says.
    return false
  }
}
