import { normalForm, wordsOf } from '../text/text.ts'
import { type Edit, QueryFault } from './fault.ts'
import { queryBounds, type Wording } from './query.ts'

/**
 * Returns words in the form to search for. Throws QueryFault if they have no visible character, or if the star of a
 * prefix follows too few letters. `bare` removes that star.
 */
export function wordingOf(
  text: string,
  prefix: boolean,
  span: { start: number; end: number },
  bare: readonly Edit[],
): Wording {
  const form = settledForm(text)
  if (form === '') throw new QueryFault(span, 'This term is empty', [{ ...span, text: '' }])
  if (!prefix) return { text: form, prefix }
  const last = lastWord(form)
  if (last === '') throw new QueryFault(span, 'A * must follow a letter or digit', bare)
  if ([...last].length < queryBounds.prefix) {
    throw new QueryFault(
      span,
      `A * needs at least ${queryBounds.prefix} letters before it to avoid too many matches`,
      bare,
    )
  }
  return { text: form, prefix }
}

/** Returns the word at the end of a wording, or '' if it ends with a symbol. */
export function lastWord(form: string): string {
  const last = wordsOf(form).at(-1) ?? ''
  return form.endsWith(last) ? last : ''
}

/**
 * Returns the normal form, so that different spellings are the same query. If folding that again would change it,
 * returns the words as typed, since text folded twice would not be found.
 */
function settledForm(text: string): string {
  const form = normalForm(text)
  return normalForm(form) === form ? form : text.trim().replace(/\s+/g, ' ')
}
