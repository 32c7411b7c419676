/** Joins several values into one cell. */
export function listText(values: readonly string[]): string {
  return values.map((value) => value.replace(/[\\|]/g, (char) => `\\${char}`)).join(' | ')
}

export function listOf(cell: string): string[] {
  const values: string[] = ['']
  for (const [part] of cell.matchAll(/\\[\\|]|[^|\\]+|[|\\]/g)) {
    if (part === '|') values.push('')
    else values[values.length - 1] += /^\\[\\|]$/.test(part) ? part.slice(1) : part
  }
  return values.map((value) => value.trim()).filter((value) => value !== '')
}
