import { normalForm, wordsOf } from '../text/text.ts'
import { type Edit, QueryFault } from './fault.ts'
import { queryBounds, type Wording } from './query.ts'

/**
 * Words as they are looked for. Throws QueryFault where nothing of them can be seen, or where no ending can follow.
 * `bare` drops the star of a prefix.
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

/** The word at the end of a wording; empty where it ends with a sign. */
export function lastWord(form: string): string {
  const last = wordsOf(form).at(-1) ?? ''
  return form.endsWith(last) ? last : ''
}

/**
 * The normal form, so that the same words are the same query however they are written. Where folding it once more would
 * change it, the words stay as they were typed: looking for what was folded twice would not find them.
 */
function settledForm(text: string): string {
  const form = normalForm(text)
  return normalForm(form) === form ? form : text.trim().replace(/\s+/g, ' ')
}
