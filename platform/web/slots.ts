import { createContext, use } from 'react'
import type { Slots } from './feature.ts'

const Context = createContext<Slots | null>(null)

/** Provides the features' contributions to the screens below it. */
export const SlotsProvider = Context.Provider

/** Returns the component that fills a slot of a screen. */
export function useSlot<Name extends keyof Slots>(name: Name): Slots[Name] {
  const slots = use(Context)
  if (!slots) throw new Error('Slots can be used only inside SlotsProvider')
  return slots[name]
}
