/** Words in quotes, so that they are read back as they stand. `prefix` lets the last go on. */
export function quoted(text: string, prefix = false): string {
  return `"${text.replace(/["\\*]/g, '\\$&')}${prefix ? '*' : ''}"`
}
