/** Formats a duration in its largest unit. */
export function spanText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min`
  if (whole < 48 * 3600) return `${Math.floor(whole / 3600)} h`
  return `${Math.floor(whole / 86_400)} days`
}

export function rateText(perMinute: number): string {
  const shown = perMinute >= 10 ? Math.round(perMinute) : Math.round(perMinute * 10) / 10
  return `${count(shown)} posts/min`
}

export function count(value: number): string {
  return value.toLocaleString('en')
}
