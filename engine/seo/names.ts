import { phraseFinder } from '../replies/checking/phrases.ts'

/** The names to look for, each with the forms in which people write it. */
export interface SoughtNames {
  brand: readonly string[]
  competitors: readonly { name: string; forms: readonly string[] }[]
}

/** Returns a function that tells which of the names are in texts, in the order of the lists. */
export function nameReader({ brand, competitors }: SoughtNames) {
  const findBrand = phraseFinder(brand.filter(isName))
  const finders = competitors.map(({ name, forms }) => ({ name, find: phraseFinder([name, ...forms].filter(isName)) }))
  return (texts: readonly string[]): { brand: string[]; competitors: string[] } => {
    const has = (find: ReturnType<typeof phraseFinder>) => texts.some((text) => find(text).length > 0)
    return {
      brand: has(findBrand) ? brand.slice(0, 1) : [],
      competitors: finders.filter(({ find }) => has(find)).map(({ name }) => name),
    }
  }
}

const isName = (name: string) => name.trim() !== ''
