import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

/** Returns the titles of tests and groups in a file: `test('title'`, also after a table of cases. */
function titlesIn(path: string): string[] {
  if (!existsSync(join(root, path))) return []
  const text = readFileSync(join(root, path), 'utf8')
  const quoted = /(?:\b(?:test|describe)|\))\(\s*(?:'((?:[^'\\\n]|\\.)+)'|"((?:[^"\\\n]|\\.)+)"|`([^`]+)`)\s*,/g
  return [...text.matchAll(quoted)].map(([, single, double, back]) => single ?? double ?? back ?? '')
}

/** Returns the tests that a cell of a table cites as `file` "title", the cell rebuilt from them, and those that don't exist. */
export function citedTests(cell: string): { cited: string[]; rebuilt: string; missing: string[] } {
  const named = [...cell.matchAll(/`([^`]+)` "([^"]+)"/g)]
  const cited = named.map(([whole]) => whole)
  const missing = named.filter(([, path = '', title = '']) => !titlesIn(path).includes(title)).map(([whole]) => whole)
  return { cited, rebuilt: cited.join('; '), missing }
}
