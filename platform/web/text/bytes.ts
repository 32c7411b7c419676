const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

/** Formats a number of bytes: 950 bytes, 21 MB, 1.4 GB. */
export function bytesText(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const amount = bytes / 1000 ** power
  const digits = power > 0 && amount < 10 ? 1 : 0
  // 999.9 kB would round to 1000 kB, so it becomes 1.0 MB.
  if (Math.round(amount) >= 1000 && power < units.length - 1) return bytesText(1000 ** (power + 1))
  return `${amount.toFixed(digits)} ${units[power]}`
}
