import { expect, test } from 'vitest'
import { foldersOf, importsByFeature, longFunctions, sizesBy, sumOf, topFolderOf } from './figures.ts'
import { featureOf, isTest, type SourceFile, targetOf } from './tree.ts'

function file(path: string, more: Partial<SourceFile> = {}): SourceFile {
  return { path, isTest: isTest(path), feature: featureOf(path), lines: 10, functions: [], imports: [], ...more }
}

test.each([
  ['features/leads/web/row.tsx', false],
  ['features/leads/web/row.test.tsx', true],
  ['features/leads/server/list.db.test.ts', true],
  ['tests/support/people.ts', true],
  ['engine/testing-cost.ts', true],
  ['server/testing.ts', true],
  ['engine/text/testings.ts', false],
])('%s is a test: %s', (path, expected) => {
  expect(isTest(path)).toBe(expected)
})

test('an import resolves to a file of the project, also through a workspace, or to none', () => {
  const projectFiles = new Set(['features/leads/contract.ts', 'features/leads/web/row.tsx', 'contract/api.ts'])
  const packages = new Map([['@earshot/contract', 'contract']])
  const target = (specifier: string) => targetOf('features/leads/web/list.tsx', specifier, projectFiles, packages)
  expect(target('../contract.ts')).toBe('features/leads/contract.ts')
  expect(target('./row')).toBe('features/leads/web/row.tsx')
  expect(target('#features/leads/contract.ts')).toBe('features/leads/contract.ts')
  expect(target('@earshot/contract/api')).toBe('contract/api.ts')
  expect(target('zod')).toBeNull()
  expect(target('./gone.ts')).toBeNull()
})

test('counts files and lines by folder, with tests apart', () => {
  const files = [file('app/main.ts'), file('app/web/a.tsx', { lines: 5 }), file('app/a.test.ts'), file('run.mjs')]
  expect(Object.fromEntries(sizesBy(files, topFolderOf))).toEqual({
    '(root)': { source: { files: 1, lines: 10 }, tests: { files: 0, lines: 0 } },
    app: { source: { files: 2, lines: 15 }, tests: { files: 1, lines: 10 } },
  })
  expect(foldersOf(files)).toEqual([
    ['app', 2],
    ['app/web', 1],
    ['.', 1],
  ])
})

test('lists long functions outside tests, longest first', () => {
  const functions = [
    { name: 'short', lines: 100 },
    { name: 'long', lines: 101 },
    { name: 'longest', lines: 200 },
  ]
  const found = longFunctions([file('app/a.ts', { functions }), file('app/a.test.ts', { functions })])
  expect(found.map(({ name }) => name)).toEqual(['longest', 'long'])
})

test('sorts imports of a feature into its own, the base, public files of other features, and internal files', () => {
  const imports = [
    'features/leads/contract.ts',
    'features/leads/server/tables.ts',
    'platform/server/ctx.ts',
    'engine/item.ts',
    'features/team/contract.ts',
    'features/team/server/index.ts',
    'features/team/server/tables.ts',
    'app/routes.ts',
  ]
  const counts = importsByFeature([
    file('features/leads/server/leads.ts', { imports }),
    file('features/leads/server/leads.db.test.ts', { imports }),
    file('features/team/contract.ts', { imports: ['features/team/server/tables.ts'] }),
    file('app/main.ts', { imports }),
  ])
  expect(Object.fromEntries(counts)).toEqual({
    leads: { within: 2, base: 2, publicFiles: 2, internals: 2 },
    team: { within: 1, base: 0, publicFiles: 0, internals: 0 },
  })
  expect(sumOf(counts.values())).toEqual({ within: 3, base: 2, publicFiles: 2, internals: 2 })
})

test('a tree without features has no imports of features', () => {
  expect(importsByFeature([file('server/app.ts', { imports: ['server/ctx.ts'] })]).size).toBe(0)
})
