import { type FlagName, type FlagValues, flagNames } from '../contract/flags.ts'
import { email } from '../contract/texts.ts'

/** Feature flags for individual users, by email address in lower case (DECISIONS 30). */
export type UserFlags = ReadonlyMap<string, FlagValues>

/** Parses USER_FLAGS: `ann@example.com: tours=off prefetch=on, bob@example.com: tours=off`. Returns null if invalid. */
export function readUserFlags(text: string): UserFlags | null {
  const read = new Map<string, FlagValues>()
  for (const entry of text.split(',')) {
    const [, name = '', settings = ''] = /^\s*([^\s:]+)\s*:\s*(.*?)\s*$/.exec(entry) ?? []
    const address = email.safeParse(name.toLowerCase())
    const values = valuesOf(settings.split(/\s+/))
    if (!address.success || values === null) return null
    read.set(address.data, { ...read.get(address.data), ...values })
  }
  return read
}

function valuesOf(settings: string[]): FlagValues | null {
  const values: FlagValues = {}
  for (const setting of settings) {
    const [, name, value] = /^(\w+)=(on|off)$/.exec(setting) ?? []
    const flag = flagNames.find((each): each is FlagName => each === name)
    if (!flag) return null
    values[flag] = value === 'on'
  }
  return values
}
