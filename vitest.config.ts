import { defineConfig } from 'vitest/config'
import { patienceMs, testPatienceMs } from '#tests/browser/patience.ts'
import { memoryFolder } from '#tests/memory-folder.ts'
import { hasPostgres15 } from '#tests/postgres-15.ts'

const inMemory = memoryFolder()
// Test workers and the programs they start inherit it.
if (inMemory) process.env.TMPDIR ??= inMemory

const databaseTests = '**/*.db.test.ts'
const browserTests = 'tests/browser/**/*.test.ts'
/**
 * What shows that our SQL runs there: migrations, roles, row security and search, the statements of the pipeline,
 * partitions, and counters, which triggers keep.
 */
const oldestToo = [
  'platform/server/database/**/*.db.test.ts',
  'features/matching/server/{tests/path,upkeep}.db.test.ts',
  'features/leads/server/tests/counters.db.test.ts',
  'features/matching/server/tests/tenants-of-arrivals.db.test.ts',
  'features/search/server/post-search.db.test.ts',
]
const excluded = ['**/node_modules/**', 'dist/**', 'data/**']

export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: ['default', './tests/summary-reporter.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...excluded, databaseTests, browserTests],
          // They share nothing but modules, which cost more to load for each file than most of its tests.
          isolate: false,
          // Some go through very many cases, and the machine may be busy.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'database',
          include: [databaseTests],
          exclude: excluded,
          globalSetup: 'tests/database-setup.ts',
          // Each file has a world of its own; what modules keep, they keep by database, by secret or by user.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      ...(hasPostgres15
        ? [
            {
              test: {
                name: 'postgres-15',
                include: oldestToo,
                exclude: excluded,
                globalSetup: 'tests/postgres-15-setup.ts',
                isolate: false,
                testTimeout: 60_000,
                hookTimeout: 60_000,
              },
            },
          ]
        : []),
      {
        test: {
          name: 'browser',
          include: [browserTests],
          exclude: excluded,
          globalSetup: 'tests/browser-setup.ts',
          setupFiles: 'tests/browser/set-up.ts',
          // Files of a worker share its modules, Chromium, and server; each has its own people and projects.
          isolate: false,
          expect: { poll: { timeout: patienceMs } },
          testTimeout: testPatienceMs,
          hookTimeout: testPatienceMs,
        },
      },
    ],
  },
})
