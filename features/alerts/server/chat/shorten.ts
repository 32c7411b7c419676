/**
 * Returns the beginning of a text, escaped, of at most `most` UTF-16 units. No character or escape sequence is cut in
 * two. A text that was cut ends with an ellipsis.
 */
export function shorten(text: string, most: number, escaped: (character: string) => string): string {
  let all = ''
  let short = ''
  for (const character of text) {
    all += escaped(character)
    if (all.length <= most - 1) short = all
    if (all.length > most) return `${short}…`
  }
  return all
}
