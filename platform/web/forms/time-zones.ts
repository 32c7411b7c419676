import type { Option } from '../../ui/fields/option.tsx'

/** Returns the time zones that the browser knows and those already in use. */
export function timeZoneOptions(inUse: readonly string[]): Option[] {
  const zones = new Set(['UTC', ...inUse, ...Intl.supportedValuesOf('timeZone')])
  return [...zones].map((value) => ({ value, label: value.replaceAll('_', ' ') }))
}

/** Returns the browser's time zone. */
export function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
