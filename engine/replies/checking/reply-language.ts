/** Frequent English words that few other languages have. */
const english = new Set(
  `the and of to is it that this for with be you they have has not but if can do does will would my your from what which
  when there their them are was were i'm i've it's don't we our about just like how so than then only also some any
  who why where could should been being i a in on or at by as`
    .trim()
    .split(/\s+/),
)
/** From this share of such words on, a text is English. Prose has about half, other languages less than a tenth. */
const shareLeast = 0.2
/** Shorter texts may do without such words. */
const wordsLeast = 6

/**
 * Returns whether a text is English, without the word tables that other parts of the engine need, so that it runs in
 * the browser as people type. In doubt, it isn't.
 */
export function isEnglish(text: string): boolean {
  const prose = text.replace(/https?:\S+/g, ' ').replaceAll('’', "'")
  const words = prose.toLowerCase().match(/[\p{L}\p{M}][\p{L}\p{M}']*/gu) ?? []
  if (words.length === 0) return true
  const known = words.filter((word) => english.has(word)).length
  if (words.length < wordsLeast) return known > 0 || /^[\p{ASCII}\p{P}\p{S}]*$/u.test(prose)
  return known / words.length >= shareLeast
}
