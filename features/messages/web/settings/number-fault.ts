/** Returns the fault of a typed limit from 1 to `most`; null if it has none. */
export function numberFault(typed: string, most: number): string | null {
  const isWhole = /^\d+$/.test(typed.trim())
  const value = Number(typed)
  return isWhole && value >= 1 && value <= most ? null : `Enter a number from 1 to ${most}`
}
