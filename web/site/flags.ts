import { type FlagName, type FlagValues, flagOf } from '@earshot/contract/flags'
import { storedOverrides } from '../ui/local-flags.ts'

/** What flags are for whoever is signed in; nobody else has any of their own, and nothing is asked for them. */
export async function userFlags(): Promise<FlagValues> {
  if (!document.cookie.split('; ').includes('signed_in=1')) return {}
  try {
    const { flags }: { flags: FlagValues } = await (await fetch('/api/config')).json()
    return flags
  } catch {
    // Out of reach: things are as they usually are.
    return {}
  }
}

/** Whether a flag is on for this visitor (DECISIONS 30). */
export async function isOn(name: FlagName): Promise<boolean> {
  return flagOf(name, storedOverrides(), await userFlags()).value
}
