import Papa from 'papaparse'

const byteOrderMark = '\ufeff'

/**
 * Matches cells that a spreadsheet would run as a formula: those whose first visible character is = + - or @ in any
 * width, or that start with a tab or a line break. Leading quotes are from an earlier export.
 */
export const formula = /^'*(?:[\t\r\n]|[\s\p{Cc}\p{Cf}\p{DI}\u2800]*[=+\-@﹦﹢﹣﹫＝＋－＠−])/u

/** Writes rows for spreadsheets: UTF-8 with a byte order mark, and a quote in front of each text that is a formula. */
export function csvOf(rows: readonly (readonly (string | number)[])[]): string {
  const cells = rows.map((row) => [...row])
  // Quoted, since other programs guess the separator from unquoted characters.
  const quotes = (cell: string | number) => /[;\t]/.test(String(cell))
  return `${byteOrderMark}${Papa.unparse(cells, { escapeFormulae: formula, quotes })}\r\n`
}
