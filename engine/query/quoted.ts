/** Returns words in quotes, escaped so that they are read back unchanged. With `prefix`, the last word may continue. */
export function quoted(text: string, prefix = false): string {
  return `"${text.replace(/["\\*]/g, '\\$&')}${prefix ? '*' : ''}"`
}
