/** One row of the table of feature flags. */
interface Flag {
  /** What it is called on the page of flags, and what it does. */
  label: string
  about: string
  default: boolean
  /** Whether anyone may set it for their own browser; where not, why not. */
  local: true | string
}

/**
 * Every feature flag (DECISIONS 30). A flag says how the product behaves and never what somebody may do or has to pay:
 * the server asks none of them.
 */
export const flags = {
  tours: {
    label: 'Product tours',
    about: 'Shows a short tour the first time you open certain pages of the app.',
    default: true,
    local: true,
  },
  prefetch: {
    label: 'Prefetch pages',
    about: 'Loads a page when you point at or focus a link to it.',
    default: true,
    local: true,
  },
  fullMotion: {
    label: 'Full motion',
    about: 'Plays animations even if your system is set to reduce motion.',
    default: false,
    local: true,
  },
  buildReload: {
    label: 'Reload after updates',
    about: 'Reloads open pages of the app when the server has a newer build.',
    default: true,
    local: 'Outdated pages may not work with the new server.',
  },
} as const satisfies Record<string, Flag>

export type FlagName = keyof typeof flags
export const flagNames = Object.keys(flags) as [FlagName, ...FlagName[]]

/** Some flags with a value each. */
export type FlagValues = Partial<Record<FlagName, boolean>>

/** Where the overrides of a browser are kept, as JSON. */
export const flagsKey = 'featureFlags'

/** Whether a flag may be set for one's own browser. */
export function isLocal(name: FlagName): boolean {
  return flags[name].local === true
}

/** Who says what a flag is. */
export type FlagSource = 'local' | 'user' | 'default'

/** What a flag is: by the override of this browser, else for this user, else as the table says (DECISIONS 30). */
export function flagOf(name: FlagName, local: FlagValues, user: FlagValues): { value: boolean; source: FlagSource } {
  const overridden = isLocal(name) ? local[name] : undefined
  if (overridden !== undefined) return { value: overridden, source: 'local' }
  const own = user[name]
  if (own !== undefined) return { value: own, source: 'user' }
  return { value: flags[name].default, source: 'default' }
}

/** The overrides in what was stored; what is no flag, may not be set here or is no value says nothing. */
export function readOverrides(stored: string | null): FlagValues {
  const said = parsed(stored)
  const read = flagNames.flatMap((name) => {
    const value: unknown = Reflect.get(said, name)
    return isLocal(name) && typeof value === 'boolean' ? [[name, value]] : []
  })
  return Object.fromEntries(read)
}

/** The overrides after one of them was set, or taken back with null. */
export function withOverride(overrides: FlagValues, name: FlagName, value: boolean | null): FlagValues {
  const { [name]: _, ...others } = overrides
  return value === null || !isLocal(name) ? others : { ...others, [name]: value }
}

function parsed(stored: string | null): object {
  try {
    const said: unknown = JSON.parse(stored ?? '{}')
    return typeof said === 'object' && said !== null ? said : {}
  } catch {
    // What is no JSON says nothing; the next change writes over it.
    return {}
  }
}
