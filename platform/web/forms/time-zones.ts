import type { Option } from '../../ui/fields/option.tsx'

/** The time zones that the browser knows, and those that are in use already. */
export function timeZoneOptions(inUse: readonly string[]): Option[] {
  const known = new Set(['UTC', ...inUse, ...Intl.supportedValuesOf('timeZone')])
  return [...known].map((value) => ({ value, label: value.replaceAll('_', ' ') }))
}

/** Where this browser is. */
export function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
