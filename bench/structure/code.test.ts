import { expect, test } from 'vitest'
import { linesOf, readCode } from './code.ts'

test('comments and blank lines do not count as lines', () => {
  const text = [
    '/** Adds',
    ' * two numbers. */',
    '',
    'export const add = (a: number, b: number) => // sum',
    '  a + b /* of',
    '  both */',
    '',
  ].join('\n')
  expect(readCode('add.ts', text).lines).toBe(2)
})

test('a comment inside a string counts as a line', () => {
  expect(readCode('a.ts', "const address = 'https://a.example'\nconst stars = `\n// no comment\n`\n").lines).toBe(4)
})

test('comments in style sheets and SQL do not count as lines', () => {
  expect(linesOf('/* colors\n of all */\na { color: red }\n\n')).toBe(1)
  expect(linesOf('-- why\nselect 1;\n  -- more\n')).toBe(1)
})

test('each statement that names another module is an import', () => {
  const text = `
    import type { A } from './a.ts'
    import { b } from './b.ts'
    import './b.css'
    export { c } from './c.ts'
    export * from './d.ts'
    export const e = () => import('./e.ts')
    export const f = (name: string) => import(name)
    const text = "import { g } from './g.ts'"
    export { text }
  `
  expect(readCode('a.ts', text).imports.toSorted()).toEqual([
    './a.ts',
    './b.css',
    './b.ts',
    './c.ts',
    './d.ts',
    './e.ts',
  ])
})

test('a function has its own name or that of its container, and all lines from its first to its last', () => {
  const text = [
    'export function Row() {',
    '  const press = () => {',
    '    return 1',
    '  }',
    '',
    '  return <a onClick={press} />',
    '}',
    'const memoized = memo(function () {',
    '})',
    'class Feed {',
    '  read() {',
    '  }',
    '}',
    'run(() => {',
    '})',
  ].join('\n')
  expect(readCode('row.tsx', text).functions).toEqual([
    { name: 'Row', lines: 7 },
    { name: 'press', lines: 3 },
    { name: 'memoized', lines: 2 },
    { name: 'read', lines: 2 },
    { name: 'anonymous in module', lines: 2 },
  ])
})

test('throws for a file that does not parse', () => {
  expect(() => readCode('a.ts', 'const = 1')).toThrow('a.ts')
})
