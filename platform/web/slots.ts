import { createContext, use } from 'react'
import type { Slots } from './feature.ts'

const Context = createContext<Slots | null>(null)

/** Gives the screens below it what features contribute to them. */
export const SlotsProvider = Context.Provider

/** What fills a slot of a screen. */
export function useSlot<Name extends keyof Slots>(name: Name): Slots[Name] {
  const slots = use(Context)
  if (!slots) throw new Error('Slots can be used only inside SlotsProvider')
  return slots[name]
}
