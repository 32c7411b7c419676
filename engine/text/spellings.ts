import { forms, stem } from './stem.ts'
import { normalForm } from './text.ts'

/**
 * Returns the forms in which to look for a phrase: also with spaces and hyphens swapped, and for a keyword with its
 * last word in the singular and plural.
 */
export function spellings(phrase: string, kind: 'keyword' | 'competitor'): string[] {
  const form = normalForm(phrase)
  if (form === '') return []
  const found = new Set([form])
  if (kind === 'keyword') {
    const last = /[a-z]{3,}$/.exec(form)?.[0]
    if (last) for (const other of forms(stem(last))) found.add(form.slice(0, -last.length) + other)
  }
  for (const spelling of [...found]) {
    if (/[\p{L}\p{N}] [\p{L}\p{N}]/u.test(spelling)) found.add(spelling.replace(/ /g, '-'))
    if (/[\p{L}\p{N}]-[\p{L}\p{N}]/u.test(spelling)) found.add(spelling.replace(/-/g, ' '))
  }
  return [...found]
}
