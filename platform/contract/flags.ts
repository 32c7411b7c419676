/** A feature flag. */
interface Flag {
  /** The label and description of the flag on the page of flags. */
  label: string
  about: string
  default: boolean
  /** True if users may set it for their own browser; otherwise the reason why not. */
  local: true | string
}

/**
 * All feature flags (DECISIONS 30). A flag changes the product's behavior, never rights or prices: the server reads
 * none of them.
 */
export const flags = {
  tours: {
    label: 'Product tours',
    about: 'Starts a short tour the first time you open a page of the app.',
    default: true,
    local: true,
  },
  prefetch: {
    label: 'Page prefetching',
    about: 'Fetches a page when you point at a link to it or focus the link.',
    default: true,
    local: true,
  },
  fullMotion: {
    label: 'Full motion',
    about: 'Plays animations even if your operating system asks for reduced motion.',
    default: false,
    local: true,
  },
  buildReload: {
    label: 'Automatic reload',
    about: 'Reloads an open page of the app when the server has a newer version.',
    default: true,
    local: 'An outdated page could send requests that the server no longer understands.',
  },
} as const satisfies Record<string, Flag>

export type FlagName = keyof typeof flags
export const flagNames = Object.keys(flags) as [FlagName, ...FlagName[]]

/** The values of some flags. */
export type FlagValues = Partial<Record<FlagName, boolean>>

/** The storage key of a browser's overrides, as JSON. */
export const flagsKey = 'featureFlags'

/** Returns whether users may set a flag for their own browser. */
export function isLocal(name: FlagName): boolean {
  return flags[name].local === true
}

/** The origin of a flag's value. */
export type FlagSource = 'local' | 'user' | 'default'

/**
 * Returns the value of a flag: this browser's override, otherwise the user's value, otherwise the default (DECISIONS
 * 30).
 */
export function flagOf(name: FlagName, local: FlagValues, user: FlagValues): { value: boolean; source: FlagSource } {
  const overridden = isLocal(name) ? local[name] : undefined
  if (overridden !== undefined) return { value: overridden, source: 'local' }
  const own = user[name]
  if (own !== undefined) return { value: own, source: 'user' }
  return { value: flags[name].default, source: 'default' }
}

/** Parses stored overrides. Ignores unknown flags, flags that can't be set locally, and invalid values. */
export function readOverrides(stored: string | null): FlagValues {
  const values = parsed(stored)
  const read = flagNames.flatMap((name) => {
    const value: unknown = Reflect.get(values, name)
    return isLocal(name) && typeof value === 'boolean' ? [[name, value]] : []
  })
  return Object.fromEntries(read)
}

/** Returns the overrides after one was set, or reset with null. */
export function withOverride(overrides: FlagValues, name: FlagName, value: boolean | null): FlagValues {
  const { [name]: _, ...others } = overrides
  return value === null || !isLocal(name) ? others : { ...others, [name]: value }
}

function parsed(stored: string | null): object {
  try {
    const value: unknown = JSON.parse(stored ?? '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    // Invalid JSON counts as no overrides; the next change replaces it.
    return {}
  }
}
