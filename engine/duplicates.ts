import { normalForm } from './text.ts'

/** Equal for items whose title and body say the same, whatever their case and spacing. */
export function textKey(title: string, body: string): string {
  return `${normalForm(title)}\n${normalForm(body)}`
}

/**
 * For a ranking, best first: by id, the better ranked item that says the same. A copy always names the first of its
 * kind, never another copy.
 */
export function duplicatesIn(ranking: readonly { id: string; key: string }[]): Map<string, string> {
  const firstOf = new Map<string, string>()
  const duplicates = new Map<string, string>()
  for (const { id, key } of ranking) {
    const first = firstOf.get(key)
    if (first === undefined) firstOf.set(key, id)
    else duplicates.set(id, first)
  }
  return duplicates
}
