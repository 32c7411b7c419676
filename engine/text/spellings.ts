import { forms, stem } from './stem.ts'
import { normalForm } from './text.ts'

/** The forms under which a phrase is looked for: also with a hyphen for a space and the other way round, and with the other number of the last word. */
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
